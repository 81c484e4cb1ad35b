import ColumnStore
import Columns
import Racing

/// Joins the races of a file that are parts of one: an exchange's markets whose times differ.
struct SplitRaces {
  private let names: MatchingNames

  /// Takes a store's names.
  init(_ writer: StoreWriter) { names = MatchingNames(writer, aliases: NameAliases()) }

  /// Whether two races of a source are one: no horse runs twice at a course in ten minutes.
  static func areParts(_ race: RaceCard, _ other: RaceCard) -> Bool {
    race.course == other.course && RaceChooser.offsAgree(race, other) == true
      && Resemblance(race.entrants, other.entrants).isConfirmedAlone
  }

  /// Gives the rows of such races the facts of the first one.
  func joined(_ rows: CheckedRows) -> CheckedRows {
    let refused = rows.refused
    let groups = RaceGroups(rows.table) { refused.contains($0) }
    let cards = RaceCards(rows.table, names: names)
    var firsts: [Int32: [RaceCard]] = [:]
    var origins = (0..<Int32(rows.table.rowCount)).map { $0 }
    for race in 0..<groups.count {
      let card = cards.card(groups[race])
      guard let course = card.course else { continue }
      if let first = firsts[course, default: []].first(where: { Self.areParts(card, $0) }) {
        for row in groups[race] { origins[Int(row)] = first.entrants[0].row }
      } else {
        firsts[course, default: []].append(card)
      }
    }
    var table = rows.table
    for name in ["race_id", "date", "off_time"] {
      if let column = table[name] { table = table.replacing(name, column.gathered(origins)) }
    }
    return CheckedRows(table: table, refused: refused)
  }
}
