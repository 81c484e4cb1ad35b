import BetSettlement
import Columns

/// A runner of a stored race, for matching bets and grouping totals.
public struct BetRunner: Sendable {
  /// The horse, as stored.
  public let horse: String?
  /// The saddlecloth number.
  public let number: Int?
  /// The jockey, as stored.
  public let jockey: String?
  /// The trainer, as stored.
  public let trainer: String?
  /// The folded name, equal for all spellings; nil without a name.
  let folded: String?
}

/// A stored race that may have bets.
public struct BetRace: Sendable {
  /// The stored key.
  public let id: String
  /// The race day.
  public let day: Day
  /// The off time, µs since 1970 UTC.
  public let off: Int64?
  /// The number on the day's card.
  public let number: Int?
  /// The racecourse, as stored.
  public let course: String?
  /// The country's code.
  public let country: String?
  /// The runners, in the order of ``facts``.
  public let runners: [BetRunner]
  /// The race in the form that rule books use.
  public internal(set) var facts: RaceFacts

  /// Finds the runner that a row names, by name, otherwise by number.
  ///
  /// Among several runners with that name, it takes the one with the same mark, such as `(IRE)`, or
  /// without a mark like the row's name, otherwise the one with the row's number.
  func runner(_ query: RaceQuery, _ names: BetNames) -> Result<Int, SettlementGap> {
    var found: [Int] = []
    if let selection = query.selection {
      let folded = names.horse(selection)
      found = runners.indices.filter { runners[$0].folded == folded && !folded.isEmpty }
      if found.count > 1 { found = narrowed(found, to: selection, query.number, names) }
    }
    if found.isEmpty, let number = query.number {
      found = runners.indices.filter { runners[$0].number == number }
    }
    let shown = query.selection ?? query.number.map { "number \($0)" } ?? "no selection"
    guard let first = found.first else {
      return .failure(SettlementGap(.noRunner, "no \(shown) in race \(id)"))
    }
    guard found.count == 1 else {
      return .failure(SettlementGap(.ambiguousRunner, "\(found.count) of race \(id) are \(shown)"))
    }
    return .success(first)
  }

  // MARK: - Implementation

  private func narrowed(
    _ found: [Int], to selection: String, _ number: Int?, _ names: BetNames
  ) -> [Int] {
    let marked = names.markedHorse(selection)
    let exact = found.filter { runners[$0].horse.map(names.markedHorse) == marked }
    let left = exact.isEmpty ? found : exact
    guard left.count > 1, let number else { return left }
    let numbered = left.filter { runners[$0].number == number }
    return numbered.isEmpty ? left : numbered
  }
}
