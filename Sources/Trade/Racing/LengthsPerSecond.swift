/// The scale by which British judges turn the time between two horses into lengths.
///
/// | | good or quicker | between | soft or slower |
/// |---|---|---|---|
/// | flat, turf | 6 | 5.5 | 5 |
/// | flat, all-weather | 6, Southwell 5 | | |
/// | jumps, bumpers included | 5 | 4.5 | 4 |
///
/// Between is good to soft, also in places, and in Ireland good to yielding and yielding. Good to
/// soft, soft in places is soft or slower.
///
/// - Source: the British Horseracing Authority's lengths per second scale, in force since 15 June
///   2008 (`docs/schema.md` names the pages).
public enum LengthsPerSecond {
  /// Returns the lengths per second, in tenths.
  ///
  /// - Parameters:
  ///   - raceType: `flat`, `hurdle`, `chase` or `bumper`, as stored.
  ///   - going: The state of the ground, in words of Britain or Ireland.
  ///   - course: The course, which counts on the all-weather only.
  /// - Returns: 40 to 60; nil for another kind of race, and for words that name no state.
  public static func tenths(raceType: String, going: String, course: String?) -> Int64? {
    guard let ground = Ground(going) else { return nil }
    let isSouthwell = course?.lowercased().hasPrefix("southwell") ?? false
    switch (raceType, ground) {
    case ("flat", .allWeather): return isSouthwell ? 50 : 60
    case ("flat", .quick): return 60
    case ("flat", .between): return 55
    case ("flat", .slow): return 50
    case ("hurdle", .quick), ("chase", .quick), ("bumper", .quick): return 50
    case ("hurdle", .between), ("chase", .between), ("bumper", .between): return 45
    case ("hurdle", .slow), ("chase", .slow), ("bumper", .slow): return 40
    case ("hurdle", .allWeather), ("chase", .allWeather), ("bumper", .allWeather):
      return isSouthwell ? 40 : 50
    default: return nil
    }
  }

  // MARK: - Implementation

  private enum Ground {
    case quick
    case between
    case slow
    case allWeather

    init?(_ going: String) {
      let words = going.lowercased()
      func has(_ texts: [String], _ words: some StringProtocol) -> Bool {
        texts.contains { words.contains($0) }
      }
      // The words after "good to soft" say whether the ground is softer in places.
      let isBetween = has(["good to soft", "good to yielding"], words)
      let rest = words.replacing("good to soft", with: "").replacing("good to yielding", with: "")
      if has(["soft", "heavy"], rest) {
        self = .slow
      } else if isBetween || has(["yielding"], rest) {
        self = .between
      } else if has(["good", "firm", "hard"], rest) {
        self = .quick
      } else if has(["standard", "slow", "fast"], rest) {
        self = .allWeather
      } else {
        return nil
      }
    }
  }
}
