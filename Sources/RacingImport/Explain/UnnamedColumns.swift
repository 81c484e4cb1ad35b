import Columns
import Racing

/// The fields that columns without names seem to be, by their texts alone.
struct UnnamedColumns {
  /// The place of the column of each field that was found.
  private(set) var fields: [String: Int] = [:]

  /// Looks at columns: first for the races, then for the horses, of which each race has some.
  init(_ profiles: [ColumnProfile]) {
    let whole = profiles.indices.filter { profiles[$0].piece == nil }
    let day = whole.first { DateFit(profiles[$0]).fit.share > 0.98 }
    guard
      let race = whole.first(where: {
        $0 != day && Self.isRace(profiles[$0], day: day.map { profiles[$0] })
      })
    else {
      fields["horse"] = Self.horse(whole.filter { $0 != day }, profiles)
      return
    }
    fields["race_id"] = race
    let rest = whole.filter { $0 != day && $0 != race }
    fields["horse"] = Self.horse(rest, profiles)
    let races = RowRelations([profiles[race]])
    let finishes = rest.filter { Self.isFinish(profiles[$0], in: races) }
    // Of several, one with codes such as PU is the result; numbers alone may be saddlecloths too.
    fields["position"] =
      finishes.first { profiles[$0].values.contains { Int($0) == nil } } ?? finishes.last
    if let number = finishes.first(where: { $0 != fields["position"] }) {
      fields["number"] = number
    }
    let odds = Field("sp", .micros)
    fields["sp"] = rest.first { place in
      profiles[place].values.contains { $0.contains(where: { "./,".contains($0) }) }
        && FieldFit(profiles[place], as: odds).share > 0.95
        && Self.areBooks(profiles[place], in: races)
    }
  }

  // MARK: - Implementation

  /// Whether a column's texts stand on some rows each, one after another, with one day: a race key.
  private static func isRace(_ profile: ColumnProfile, day: ColumnProfile?) -> Bool {
    guard profile.filledCount == profile.codes.count, profile.values.count > 1,
      profile.share({ $0.contains(where: \.isNumber) && !$0.contains(" ") }) > 0.95
    else { return false }
    let races = RowRelations([profile])
    let runs = zip(profile.codes, profile.codes.dropFirst()).count { $0 != $1 } + 1
    // A sample of stretches cuts some races in two.
    guard races.rowsPerRace >= 1.5, runs <= profile.values.count + 100 else { return false }
    return day.map { races.constancy(of: $0) > 0.95 } ?? true
  }

  /// Whether a column's texts are finishes, of which hardly two of a race are the same number.
  private static func isFinish(_ profile: ColumnProfile, in races: RowRelations) -> Bool {
    guard profile.share({ Finish.parse($0) != nil }) > 0.95 else { return false }
    var seen: Set<[Int]> = []
    var firsts: Set<Int> = []
    var count = 0
    for (race, code) in zip(races.races, profile.codes) where race >= 0 && code >= 0 {
      guard let number = Int(profile.values[Int(code)]) else { continue }
      count += 1
      seen.insert([Int(race), number])
      if number == 1 { firsts.insert(Int(race)) }
    }
    return Double(seen.count) > 0.97 * Double(count)
      && Double(firsts.count) > 0.9 * Double(races.raceCount)
  }

  /// Whether the inverses of a column's odds sum to about 1 in most races.
  private static func areBooks(_ profile: ColumnProfile, in races: RowRelations) -> Bool {
    let inverses = profile.values.map { text -> Double in
      let decimal = Decimal6(text.replacing(",", with: "."))?.micros
      let micros = decimal ?? (try? Odds.parse(text, .fractional))??.micros ?? 0
      return micros > 0 ? Double(Decimal6.one) / Double(micros) : 0
    }
    var sums = [Double](repeating: 0, count: races.raceCount)
    for (race, code) in zip(races.races, profile.codes) where race >= 0 && code >= 0 {
      sums[Int(race)] += inverses[Int(code)]
    }
    return Double(sums.count { (0.8...1.6).contains($0) }) > 0.7 * Double(sums.count)
  }

  /// Returns the column of words with the most different ones.
  private static func horse(_ places: [Int], _ profiles: [ColumnProfile]) -> Int? {
    places.filter { place in
      let profile = profiles[place]
      return profile.share { $0.contains(where: \.isLetter) && Finish.parse($0) == nil } > 0.95
        && profile.values.count * 4 >= profile.filledCount
    }.max { profiles[$0].values.count < profiles[$1].values.count }
  }
}
