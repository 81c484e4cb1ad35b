import Columns

/// Finds the notation of a column's days.
struct DateFit {
  private(set) var fit = FieldFit.none

  private static let days = [
    "YYYY-MM-DD", "YYYY-M-D", "YYYY/M/D", "YYYY.M.D", "YYYY.M.D.", "YYYYMMDD", "D/M/YYYY",
    "M/D/YYYY", "D-M-YYYY", "M-D-YYYY", "D.M.YYYY", "D/M/YY", "M/D/YY", "D-M-YY", "D.M.YY",
    "D MMMM YYYY", "D MMM YYYY", "D-MMM-YYYY", "D MMM YY", "D-MMM-YY", "MMMM D, YYYY",
    "MMM D, YYYY", "YYYY年M月D日", "YY/M/D", "YY-M-D", "YY.M.D", "D/M-YYYY", "D. MMMM YYYY",
    "D 'de' MMMM 'de' YYYY", "D MMM ''YY",
  ]
  /// Patterns that a day with a short year in front may fit, too.
  private static let yearsInFront = ["D/M/YY": "YY/M/D", "D-M-YY": "YY-M-D", "D.M.YY": "YY.M.D"]
  /// Pairs of patterns that one text may fit.
  private static let opposite = [
    "D/M/YYYY": "M/D/YYYY", "D-M-YYYY": "M-D-YYYY", "D/M/YY": "M/D/YY",
  ]

  /// Returns a mapping's members with the month before the day.
  static func monthFirst(_ members: [String]) -> [String] {
    members.map { member in
      guard member.hasPrefix("format:") else { return member }
      return opposite.reduce(member) { $0.replacing($1.key, with: $1.value) }
    }
  }
  static let patterns =
    [DatePattern("YYYY-MM-DD'T'HH:mm[:ss[.SSS]][Z]")!]
    + days.flatMap { day in
      [day, day + " H:mm[:ss[.SSS]][Z]", day + " h:mm[:ss] a"].compactMap { DatePattern($0) }
    }

  init(_ profile: ColumnProfile) {
    if profile.share({ Day(iso: $0) != nil }) == 1 {
      fit = FieldFit(share: 1)
      return
    }
    if DateFit.areSerials(profile) {
      fit = FieldFit(share: 1, members: ["format: excel_serial"])
      fit.comments = ["day numbers of a spreadsheet, counted from 1900"]
      return
    }
    if let bare = Self.withoutWeekdays(profile) {
      fit = bare
      return
    }
    let cover = PatternCover(profile, Self.patterns) { $0.day.map(Self.isPlausible) ?? false }
    guard let first = cover.chosen.first else { return }
    let formats = cover.chosen.map(\.text)
    fit = FieldFit(share: cover.share, members: ["format: " + formats.yamlList])
    doubtZone(profile, cover.chosen)
    if let other = Self.yearsInFront[first.text] {
      settleYear(profile, first, DatePattern(other)!)
    }
    guard let pair = Self.opposite.first(where: { $0.key == first.text || $0.value == first.text })
    else { return }
    doubtOrder(profile, dayFirst: pair.key, monthFirst: pair.value)
  }

  /// The fit of days with a weekday in front, such as `Wed 1 May 2024`; nil for others.
  private static func withoutWeekdays(_ profile: ColumnProfile) -> FieldFit? {
    let day = /\p{L}{2,}[.,]?\s+(\d.*)/
    // Most columns need no look at all their texts.
    guard profile.examples(1).first?.wholeMatch(of: day) != nil,
      profile.share({ $0.wholeMatch(of: day) != nil }) == 1
    else { return nil }
    var fit = DateFit(profile.mapped { $0.wholeMatch(of: day).map { String($0.1) } ?? $0 }).fit
    guard fit.share > 0.98 else { return nil }
    fit.members.append("match: '[0-9].*'")
    return fit
  }

  /// Whether a column has a spreadsheet's numbers of the days from 1954 to 2119, under a name for
  /// days.
  private static func areSerials(_ profile: ColumnProfile) -> Bool {
    FieldWords.scores(HeaderName(profile.column))["date"] != nil
      && profile.share { $0.utf8.count == 5 && (20_000...80_000).contains(Int($0) ?? 0) } == 1
  }

  /// Whether a column has moments of this century as milliseconds since 1970.
  static func areMilliseconds(_ profile: ColumnProfile) -> Bool {
    profile.share { (978_307_200_000...4_102_444_800_000).contains(Int64($0) ?? 0) } > 0.98
  }

  /// The fit of such a column, whose days begin at midnight in some zone.
  static func ofMilliseconds(_ profile: ColumnProfile, isDay: Bool) -> FieldFit {
    let hours = profile.values.compactMap { Int64($0).map { $0 / 3_600_000 % 24 } }
    let isElsewhere = isDay && hours.contains { $0 != 0 }
    return FieldFit(
      share: 1, members: ["format: epoch_milliseconds"],
      doubts: isElsewhere
        ? [
          "milliseconds since 1970 that are no midnights in UTC, in which the days are read; add the "
            + "zone of the source's days, such as in_zone: Europe/Paris"
        ] : [])
  }

  /// The beginning of the doubt about days that need both orders of day and month.
  static let contradiction = "the order of day and month contradicts itself"
  /// The beginning of the doubt about days whose order of day and month is open.
  static let openOrder = "the order of day and month is not known"

  // MARK: - Implementation

  private static func isPlausible(_ day: Day) -> Bool { (1850...2150).contains(day.civil.year) }

  /// Finds the year's end of days such as `24-05-14`: the one by which they lie closer together.
  private mutating func settleYear(
    _ profile: ColumnProfile, _ first: DatePattern, _ other: DatePattern
  ) {
    func span(_ pattern: DatePattern) -> Int32? {
      let days = profile.examples(.max).map { pattern.read($0)?.day?.number }
      guard !days.contains(nil) else { return nil }
      let known = days.compactMap(\.self)
      return known.max().map { $0 - known.min()! }
    }
    guard let own = span(first), let others = span(other) else { return }
    if others < own {
      fit = FieldFit(share: fit.share, members: ["format: " + [other.text].yamlList])
    } else if others == own {
      fit.doubts.append(
        "the place of the year is not known: every cell is a day as \(first.text) and as "
          + other.text)
    }
  }

  /// Warns of moments of UTC that may be another day where the races are run.
  private mutating func doubtZone(_ profile: ColumnProfile, _ patterns: [DatePattern]) {
    let times = profile.examples(2000).compactMap { text -> Int64? in
      let reading = patterns.lazy.compactMap { $0.read(text) }.first
      return reading?.offsetSeconds == 0 ? reading?.microsOfDay : nil
    }
    let clocks = Set(times)
    let hours = Set(times.map { $0 / TimeFit.hour })
    // The off of one race, or two, is at one hour, or two, as well.
    let areDays = times.count > clocks.count || profile.filledCount > 40 * times.count
    if !times.isEmpty, areDays, clocks.count <= 2, !hours.contains(0),
      clocks.allSatisfy({ $0 % TimeFit.hour == 0 })
    {
      fit.doubts.append(
        "moments of UTC that are no midnights, but at most two hours of the day, so midnights of "
          + "another zone; add it, such as in_zone: Europe/Paris")
    } else if hours.contains(where: { $0 < 6 }), hours.contains(where: { $0 > 17 }) {
      fit.doubts.append(
        "moments of UTC on both sides of midnight, so some are another day where the races are run; "
          + "add its zone, such as in_zone: America/New_York")
    }
  }

  private mutating func doubtOrder(
    _ profile: ColumnProfile, dayFirst: String, monthFirst: String
  ) {
    let dayPattern = DatePattern(dayFirst)!
    let monthPattern = DatePattern(monthFirst)!
    let days = profile.examples(1) {
      dayPattern.read($0) != nil && monthPattern.read($0) == nil
    }
    let months = profile.examples(1) {
      dayPattern.read($0) == nil && monthPattern.read($0) != nil
    }
    if let day = days.first, let month = months.first {
      fit.doubts.append(
        "\(Self.contradiction): \(day) is \(dayFirst) only, \(month) is "
          + "\(monthFirst) only")
    } else if days.isEmpty && months.isEmpty {
      fit.doubts.append(
        "\(Self.openOrder): every cell is a day as \(dayFirst) and as "
          + "\(monthFirst)")
    }
  }
}

/// A few patterns that together read a column.
struct PatternCover {
  private(set) var chosen: [DatePattern] = []
  /// The share of filled cells that they read.
  private(set) var share = 0.0

  private static let limit = 3

  init(
    _ profile: ColumnProfile, _ patterns: [DatePattern], _ fits: (DatePattern.Reading) -> Bool
  ) {
    var left = profile.values.indices.filter {
      !ColumnProfile.emptyWords.contains(profile.values[$0])
    }
    // Most columns are no days at all: a few texts show that.
    let first = left.prefix(50)
    let possible = patterns.filter { pattern in
      first.contains { pattern.read(profile.values[$0]).map(fits) ?? false }
    }
    guard !possible.isEmpty else { return }
    var reads: [[Bool]] = patterns.map { _ in [] }
    for (index, pattern) in patterns.enumerated() {
      reads[index] = left.map { pattern.read(profile.values[$0]).map(fits) ?? false }
    }
    let all = left
    var open = Set(all.indices)
    var covered = 0
    while !open.isEmpty, chosen.count < Self.limit {
      let weights = patterns.indices.map { index in
        open.reduce(0) { $0 + (reads[index][$1] ? profile.counts[all[$1]] : 0) }
      }
      guard let most = weights.max(), most > 0 else { break }
      let best = weights.firstIndex(of: most)!
      chosen.append(patterns[best])
      covered += most
      open = open.filter { !reads[best][$0] }
    }
    left = []
    share = profile.valueCount == 0 ? 0 : Double(covered) / Double(profile.valueCount)
  }
}

/// Finds the notation of a column's off times.
struct TimeFit {
  private(set) var fit = FieldFit.none

  private static let times = ["H:mm[:ss[.SSS]]", "h:mm[:ss][ ]a", "H.mm"].map { DatePattern($0)! }
  static let hour: Int64 = 3_600_000_000

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
    guard !readings.contains(where: \.isOf24Hours) else { return }
    doubtHalves(cover.chosen, Set(readings.compactMap(\.microsOfDay)))
  }

  /// Warns if no hour is above twelve: a twelve-hour clock shows none, and no day's racing ends by
  /// one.
  private mutating func doubtHalves(_ patterns: [DatePattern], _ times: Set<Int64>) {
    guard patterns.count == 1, patterns[0].text.hasPrefix("H"), times.count >= 3 else { return }
    let hours = Set(times.map { $0 / Self.hour })
    guard hours.allSatisfy({ (1...12).contains($0) }), hours.contains(where: { $0 < 10 }) else {
      return
    }
    fit.members.append(Self.fromTen)
    fit.doubts.append(Self.halves + Self.afternoon)
  }

  /// The member that reads early hours as afternoon, and the one that decides by country.
  static let fromTen = "earliest: \"10:00\""
  static let byCountry = "earliest: country"
  /// The text of the doubt about the halves of the day.
  static let halves = "the clock seems to have twelve hours without am or pm; "
  static let afternoon = "times before 10:00 are taken for the afternoon"
  static let countryHours = "times are taken for the half of the day in which the country races"
}
