import Columns
import Racing
import RowReading

/// Results that are missing, that are a card's numbers, or whose prices are no book.
extension MappingProposal {
  /// Notes results and prices that a column's name promises but its texts do not show.
  mutating func doubtResults() {
    guard feeds == .runners, races.raceCount > 0, let position = profile(of: "position"),
      FinishFit(position).winnerOutcomes == nil
    else { return }
    let places = position.values.map { text -> Int? in
      Finish.parse(text).flatMap { $0.position.map(Int.init) ?? (Double(text) == 0 ? 0 : nil) }
    }
    let byRow = position.codes.map { $0 < 0 ? nil : places[Int($0)] }
    doubtGaps(position, byRow)
    doubtNumbers(position, byRow)
    doubtPricesOfWinners(byRow)
    doubtOrder(position)
  }

  // MARK: - Implementation

  /// The share of races or rows above which something is no accident.
  private static let share = 0.05

  /// Notes runners without a result beside a winner, and results without a winner.
  private mutating func doubtGaps(_ position: ColumnProfile, _ places: [Int?]) {
    var all = [Race](repeating: Race(), count: races.raceCount)
    for (row, race) in races.races.enumerated() where race >= 0 {
      all[Int(race)].add(places[row], isEmpty: position.codes[row] < 0)
    }
    let gaps = all.reduce(0) { $0 + ($1.hasFirst ? $1.emptyCount : 0) }
    if profile(of: "outcome") == nil, Double(gaps) > Self.share * Double(position.codes.count) {
      doubts.append(
        "\(position.label): \(gaps) of \(position.codes.count) runners have no result beside a winner, "
          + "and stay out of every figure; if they did not start, add default: NR to outcome, if they "
          + "did not finish, default: DNF")
    }
    let lost = all.count { $0.isWithoutFirst }
    if lost > 1, Double(lost) > Self.share * Double(all.count) {
      doubts.append(
        "\(position.label): \(lost) of \(all.count) races have numbers for results, but no first place: "
          + "a card, or another numbering; check which column is the finish")
    }
  }

  /// Notes results that are the same as the runners' numbers or stalls.
  private mutating func doubtNumbers(_ position: ColumnProfile, _ places: [Int?]) {
    for field in ["number", "draw"] {
      guard let numbers = profile(of: field), numbers.column != position.column else { continue }
      let values = numbers.values.map { Int($0) }
      let isSame = places.indices.allSatisfy { row in
        let code = numbers.codes[row]
        return places[row].map { code >= 0 && values[Int(code)] == $0 } ?? (code < 0)
      }
      guard isSame, races.raceCount >= Self.leastRaces, races.rowsPerRace >= 3 else { continue }
      doubts.append(
        "\(position.label): the same as \(numbers.label) in all rows: a card's numbers are no results; "
          + "check which column is the finish")
      return
    }
  }

  /// Notes prices that only winners have, as dividends are declared.
  private mutating func doubtPricesOfWinners(_ places: [Int?]) {
    guard let odds = profile(of: "sp") else { return }
    let priced = odds.codes.indices.filter { odds.codes[$0] >= 0 }
    guard priced.count >= Self.leastRaces, priced.allSatisfy({ places[$0] == 1 }),
      places.contains(where: { $0 ?? 0 > 1 })
    else { return }
    doubts.append(
      "\(odds.label): only winners have a price, so bets on other runners would be left out; if it is "
        + "the dividend, call the field tote")
  }

  /// Notes places that the odds say nothing of.
  private mutating func doubtOrder(_ position: ColumnProfile) {
    guard let odds = profile(of: "sp"),
      ResultEvidence(races, odds: odds, others: []).ignoresOdds(position)
    else { return }
    doubts.append(
      "\(position.label): the places do not follow \(odds.label), as results do: another numbering, or "
        + "odds of other runners; check which column is the finish")
  }

  /// The number of races from which a repeated sign is no accident.
  private static let leastRaces = 3

  /// The numbers in a race's results.
  private struct Race {
    var hasFirst = false
    var emptyCount = 0
    private var placedCount = 0
    private var (rowCount, highest) = (0, 0)

    mutating func add(_ place: Int?, isEmpty: Bool) {
      rowCount += 1
      if isEmpty { emptyCount += 1 }
      guard let place else { return }
      placedCount += 1
      highest = max(highest, place)
      if place == 1 { hasFirst = true }
    }

    /// Whether it is complete, as far as its numbers show, but for a first place.
    var isWithoutFirst: Bool { !hasFirst && placedCount >= 3 && highest <= rowCount }
  }
}
