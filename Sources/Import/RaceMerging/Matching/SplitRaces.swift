import ColumnStore
import Columns
import Racing
import RowReading

/// Joins the races of a file that are parts of one: an exchange's markets with different times.
package struct SplitRaces {
  private let names: MatchingNames

  /// A course and a time at which to search for the parts of a race.
  private struct Place: Hashable {
    let course: Int32
    /// The number of periods of the tolerance of off times.
    let period: Int64
  }

  /// Takes a store's names.
  package init(_ writer: StoreWriter) { names = MatchingNames(writer, aliases: NameAliases()) }

  /// Whether two races of a source are one: no horse runs twice at a course within ten minutes.
  static func areParts(_ race: RaceCard, _ other: RaceCard) -> Bool {
    race.course == other.course && RaceChooser.offsAgree(race, other) == true
      && Resemblance(race.entrants, other.entrants).isConfirmedAlone
  }

  /// Gives the rows of such races the key, date and off time of the first one.
  package func join(_ rows: inout ImportRows) {
    let refused = rows.refused
    let groups = RaceGroups(rows.table) { refused.contains($0) }
    let cards = RaceCards(rows.table, names: names)
    var firsts: [Place: [(race: Int, card: RaceCard)]] = [:]
    var origins = (0..<Int32(rows.table.rowCount)).map { $0 }
    for race in 0..<groups.count {
      let card = cards.card(groups[race])
      guard let course = card.course, let off = card.offTime else { continue }
      let period = off / RaceChooser.offTimeTolerance
      let first = (period - 1...period + 1).compactMap { period in
        firsts[Place(course: course, period: period), default: []].first {
          Self.areParts(card, $0.card)
        }
      }.min { $0.race < $1.race }
      if let first {
        for row in groups[race] { origins[Int(row)] = first.card.entrants[0].row }
      } else if firsts[Place(course: course, period: period), default: []].count
        < Limits.alikeRaces
      {
        firsts[Place(course: course, period: period), default: []].append((race, card))
      }
    }
    for name in ["race_id", "date", "off_time"] {
      guard let column = rows.table[name] else { continue }
      rows.table = rows.table.replacing(name, column.gathered(origins))
    }
    rows.groups = nil
  }
}
