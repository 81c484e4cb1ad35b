import Columns
import Racing

extension RowDoubts {
  /// Looks at rows.
  ///
  /// - Parameters:
  ///   - rows: The rows of runners.
  ///   - today: The day of the import.
  ///   - looksForTwins: Whether to compare races with each other.
  init(_ rows: CheckedRows, today: Day, looksForTwins: Bool) {
    let table = rows.table
    guard table["race_id"] != nil, let days = table["date"] else { return }
    let refused = rows.refused
    let limit = today.number + Self.daysAhead
    let values = days.int32s.pointer
    // Hardly any file has such a day, so most are done after one pass.
    if values.max() ?? limit > limit {
      for row in 0..<table.rowCount where values[row] > limit && !refused.contains(row) {
        farDays.note("\(Day(values[row]).iso), race \(table.raceIDs[row])")
      }
    }
    if let distances = table["distance_m"] {
      let metres = distances.int32s.pointer
      for row in 0..<table.rowCount
      where !Self.plausibleMetres.contains(metres[row]) && !distances.isNull(row)
        && !refused.contains(row)
      {
        self.distances.note("\(metres[row]) m, race \(table.raceIDs[row])")
      }
    }
    if looksForTwins { lookForTwins(table, refused) }
  }

  // MARK: - Implementation

  /// The shortest and the longest distance of a race that is no doubt: two furlongs and five miles.
  private static let plausibleMetres: ClosedRange<Int32> = 400...8050
  /// The number of days that cards are known ahead.
  private static let daysAhead: Int32 = 366

  /// The fewest runners that tell a race: two races of two horses may well be two.
  private static let fewestRunners = 4

  private struct Card {
    var runners: Set<Int32> = []
    var row: Int
  }

  private struct Field: Hashable {
    let runners: Set<Int32>
    let course: Int32
  }

  private mutating func lookForTwins(_ table: Table, _ refused: Set<Int>) {
    guard let horses = table["horse"], let courses = table["course"] else { return }
    let (names, places) = (horses.int32s.pointer, courses.int32s.pointer)
    var cards: [String: Card] = [:]
    var last: (id: String, card: Card)?
    for row in 0..<table.rowCount where !horses.isNull(row) && !refused.contains(row) {
      let isSame = row > 0 && last != nil && table.raceIDs.areSame(row - 1, row)
      if !isSame {
        if let last { cards[last.id] = last.card }
        let id = table.raceIDs[row]
        last = (id, cards[id] ?? Card(row: row))
      }
      last?.card.runners.insert(names[row])
    }
    if let last { cards[last.id] = last.card }
    var seen: [Field: Int] = [:]
    for card in cards.values.sorted(by: { $0.row < $1.row })
    where card.runners.count >= Self.fewestRunners {
      let field = Field(runners: card.runners, course: places[card.row])
      guard let first = seen[field] else {
        seen[field] = card.row
        continue
      }
      guard table.dates[first] != table.dates[card.row] else { continue }
      twins.note(
        "race \(table.raceIDs[card.row]) of \(Day(table.dates[card.row]).iso) and race "
          + "\(table.raceIDs[first]) of \(Day(table.dates[first]).iso)")
    }
  }
}
