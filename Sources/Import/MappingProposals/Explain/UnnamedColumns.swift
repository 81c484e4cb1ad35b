import Columns
import Racing

/// The likely fields of columns without names, by their texts alone.
struct UnnamedColumns {
  /// The index of the column of each field found.
  var fields: [String: Int] = [:]
  /// The reasons why the file is taken for a card, without results.
  var cardDoubts: [String] = []
  /// The index of the column of pools in a file of dividends; nil in any other file.
  private(set) var pools: Int?

  /// Examines columns: first for the races, then for the horses, as each race has several.
  init(_ profiles: [ColumnProfile]) {
    let whole = profiles.indices.filter { profiles[$0].piece == nil }
    let day = whole.first { DateFit(profiles[$0]).fit.share > 0.98 }
    let named = whole.first { PoolWords.areNamed(in: profiles[$0]) }
    let others = whole.filter { $0 != day && $0 != named }
    let found = findRaces(among: others, day, profiles)
    let rest = others.filter { !fields.values.contains($0) }
    fields["horse"] = found.flatMap { Self.horse(rest, profiles, in: $0) }
    // A file of runners may use Win and Place as names of them, but each occurs once in its race.
    if fields["horse"] == nil, let named {
      pools = named
      return
    }
    fields["horse"] = fields["horse"] ?? Self.horse(rest, profiles)
    if let found { findResults(among: rest, found, profiles) }
  }

  // MARK: - Implementation

  /// Finds the columns that distinguish races: a key, or, if that merges some, a number, time or
  /// name with the day and the course.
  private mutating func findRaces(
    among others: [Int], _ day: Int?, _ profiles: [ColumnProfile]
  ) -> RowRelations? {
    var found: RowRelations?
    if let key = others.first(where: {
      Self.isKey(profiles[$0], day: day.map { profiles[$0] })
    }) {
      fields["race_id"] = key
      found = RowRelations([profiles[key]])
    }
    // Values of a race or a meeting seldom change from row to row.
    let steady = others.filter { profiles[$0].isSteady }
    let marks = (steady + (day.map { [$0] } ?? [])).compactMap { place in
      Self.raceMark(profiles[place]).map { (field: $0, place: place) }
    }
    let courses = steady.filter { Self.isCourse(profiles[$0]) }
    for mark in marks {
      for course in courses.filter({ $0 != mark.place }).map(Optional.some) + [nil] {
        let key = Set([day, course, mark.place].compactMap(\.self)).sorted()
        let races = RowRelations(key.map { profiles[$0] })
        guard races.raceCount > found?.raceCount ?? 1, Self.areTogether(races) else { continue }
        fields = [mark.field: mark.place]
        fields["course"] = course
        found = races
      }
    }
    return found
  }

  /// Returns the field of a column that distinguishes the races of a meeting: its clock, small
  /// numbers, or names with a number such as `Thornbury R1`.
  private static func raceMark(_ profile: ColumnProfile) -> String? {
    if TimeFit(profile).fit.share > 0.98 { return "off_time" }
    if profile.share({ Int($0).map { (0...40).contains($0) } ?? false }) > 0.98 { return "race_no" }
    let isName = profile.share { text in
      (text.first?.isLetter ?? false) && text.contains(" ") && text.contains(where: \.isNumber)
    }
    return isName > 0.98 ? "race_name" : nil
  }

  private static func isCourse(_ profile: ColumnProfile) -> Bool {
    profile.share { $0.contains(where: \.isLetter) && !$0.contains(where: \.isNumber) } > 0.95
      && profile.values.count * 4 < profile.filledCount
  }

  /// Whether each of a column's texts is on several consecutive rows of one day: a race key.
  private static func isKey(_ profile: ColumnProfile, day: ColumnProfile?) -> Bool {
    guard profile.values.count > 1,
      profile.share({ $0.contains(where: \.isNumber) && !$0.contains(" ") }) > 0.95,
      // A clock shows the same time on other days, and other meetings have the same numbers.
      raceMark(profile) == nil
    else { return false }
    let races = RowRelations([profile])
    return areTogether(races) && day.map { races.constancy(of: $0) > 0.95 } ?? true
  }

  /// Whether races have several rows each, one after another.
  private static func areTogether(_ races: RowRelations) -> Bool {
    // A sample of stretches cuts some races in two.
    !races.races.contains(-1) && races.rowsPerRace >= 1.5
      && changes(races.races) + 1 <= races.raceCount + races.races.count / 200
  }

  /// Counts the rows that differ from the row before.
  private static func changes(_ codes: [Int32]) -> Int {
    zip(codes, codes.dropFirst()).count { $0 != $1 }
  }

  /// Returns the column with the most different words that hardly repeat: within races if these are
  /// known, or else in the whole column.
  private static func horse(
    _ places: [Int], _ profiles: [ColumnProfile], in races: RowRelations? = nil
  ) -> Int? {
    places.filter { place in
      let profile = profiles[place]
      guard profile.share({ $0.contains(where: \.isLetter) && Finish.parse($0) == nil }) > 0.95
      else { return false }
      return races.map { $0.distinctness(of: profile) > 0.98 }
        ?? (profile.values.count * 4 >= profile.filledCount)
    }.max { profiles[$0].values.count < profiles[$1].values.count }
  }
}

/// The words of sources for win pools and place pools.
enum PoolWords {
  static let meanings = [
    "獨贏": "win", "独赢": "win", "WIN": "win", "Win": "win", "W": "win", "単勝": "win",
    "位置": "place", "PLACE": "place", "Place": "place", "P": "place", "複勝": "place",
  ]

  /// Whether a column names pools: every row has a text, and both pools or little else occur.
  static func areNamed(in profile: ColumnProfile) -> Bool {
    guard profile.filledCount > 0, profile.filledCount == profile.codes.count else { return false }
    // A single letter may be a code of anything.
    let isMost = profile.share { $0.unicodeScalars.count > 1 && meanings[$0] != nil } > 0.5
    return isMost || Set(profile.values.compactMap { meanings[$0] }).count == 2
  }
}
