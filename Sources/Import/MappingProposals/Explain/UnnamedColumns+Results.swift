import Columns
import Racing

/// The results among columns without names, or the lack of them.
extension UnnamedColumns {
  /// Finds the finishes, the numbers and the odds of the runners.
  ///
  /// A card numbers its runners, too: by their saddlecloths, their stalls, or both. A column of
  /// plain numbers is a finish only if something in the file follows it.
  mutating func findResults(
    among rest: [Int], _ races: RowRelations, _ profiles: [ColumnProfile]
  ) {
    let numberings = rest.filter { Self.isNumbering(profiles[$0], in: races) }
    let odds = Field("sp", .micros)
    let prices = rest.first { place in
      profiles[place].values.contains { $0.contains(where: { "./,".contains($0) }) }
        && FieldFit(profiles[place], as: odds).share > 0.95
        && Self.areBooks(profiles[place], in: races)
    }
    let others = rest.filter { !numberings.contains($0) && $0 != prices }
    let evidence = ResultEvidence(
      races, odds: prices.map { profiles[$0] }, others: others.map { profiles[$0] })
    fields["position"] =
      numberings.first { profiles[$0].values.contains { Int($0) == nil } }
      ?? numberings.last { place in
        evidence.isFinish(
          profiles[place], besides: numberings.filter { $0 != place }.map { profiles[$0] })
      }
    if let number = numberings.first(where: { $0 != fields["position"] }) {
      fields["number"] = number
    }
    guard !numberings.isEmpty, fields["position"] == nil else {
      fields["sp"] = prices
      return
    }
    let names = numberings.map { profiles[$0].column }.joined(separator: ", ")
    cardDoubts.append(
      "\(names): number the runners of each race, and nothing shows a finish: no codes such as PU, no "
        + "times or margins in that order, no odds that follow it; so the file is taken for a card "
        + "without results. If one is the finish, add it as position and as outcome, both with "
        + "format: finish")
    if let prices {
      cardDoubts.append(
        "\(profiles[prices].column): the odds of a card are no starting prices, so they are left out; to "
          + "keep them, give them a name under prices, such as morning_line")
    }
  }

  /// Whether a column numbers a race's runners: hardly any number occurs twice in a race, and most
  /// races have a 1; a finish may be a code.
  static func isNumbering(_ profile: ColumnProfile, in races: RowRelations) -> Bool {
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
  static func areBooks(_ profile: ColumnProfile, in races: RowRelations) -> Bool {
    var sums = [Double](repeating: 0, count: races.raceCount)
    let inverses = ResultEvidence.odds(profile).map { $0 > 0 ? 1 / $0 : 0 }
    for (race, code) in zip(races.races, profile.codes) where race >= 0 && code >= 0 {
      sums[Int(race)] += inverses[Int(code)]
    }
    return Double(sums.count { (0.8...1.6).contains($0) }) > 0.7 * Double(sums.count)
  }
}
