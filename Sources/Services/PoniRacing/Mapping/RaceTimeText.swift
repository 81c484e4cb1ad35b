/// Times of races such as `1:23.45`.
public enum RaceTimeText {
  /// Reads a time into seconds: minutes, a colon, seconds, and up to six decimals.
  ///
  /// - Edge cases: `83.45` and `:59.20` have no minutes; after minutes, seconds are below 60.
  ///   Anything else, and zero, is nil.
  public static func seconds(_ text: String) -> Double? {
    guard let match = text.wholeMatch(of: /(?:(\d{0,2}):)?(\d{1,3})(?:\.(\d{1,6}))?/) else {
      return nil
    }
    let minutes = match.1.map { Int($0) ?? 0 }
    let decimals = match.3 ?? ""
    guard let seconds = Int(match.2), minutes == nil || seconds < 60 else { return nil }
    let scale = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000][decimals.count]
    // A single division of integers gives the nearest double: 83.45 exactly as written.
    let units = ((minutes ?? 0) * 60 + seconds) * scale + (Int(decimals) ?? 0)
    return units > 0 ? Double(units) / Double(scale) : nil
  }
}
