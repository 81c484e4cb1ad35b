import Columns

/// Finds how a column writes its off times.
struct TimeFit {
  private(set) var fit = FieldFit.none

  private static let times = ["H:mm[:ss[.SSS]]", "h:mm[:ss][ ]a", "H.mm"].map { DatePattern($0)! }
  private static let hour: Int64 = 3_600_000_000

  init(_ profile: ColumnProfile) {
    let patterns = Self.times + DateFit.patterns
    let cover = PatternCover(profile, patterns) { $0.microsOfDay != nil }
    guard !cover.chosen.isEmpty else { return }
    fit = FieldFit(
      share: cover.share, members: ["format: " + cover.chosen.map(\.text).yamlList])
    let readings = profile.values.lazy.compactMap { text in
      cover.chosen.lazy.compactMap { $0.read(text) }.first
    }
    if readings.allSatisfy({ $0.offsetSeconds == nil }) {
      fit.doubts.append(
        "the times name no zone and are read as UTC; add a zone such as zone: Europe/London")
    }
    doubtHalves(cover.chosen, Set(readings.compactMap(\.microsOfDay)))
  }

  /// A clock of twelve hours shows no hour above twelve; no day's racing is over by one.
  private mutating func doubtHalves(_ patterns: [DatePattern], _ times: Set<Int64>) {
    guard patterns.count == 1, patterns[0].text.hasPrefix("H"), times.count >= 3 else { return }
    let hours = Set(times.map { $0 / Self.hour })
    guard hours.allSatisfy({ (1...12).contains($0) }), hours.contains(where: { $0 < 10 }) else {
      return
    }
    fit.members.append("earliest: \"10:00\"")
    fit.doubts.append(
      "the clock seems to have twelve hours without am or pm; times before 10:00 are taken for "
        + "the afternoon")
  }
}
