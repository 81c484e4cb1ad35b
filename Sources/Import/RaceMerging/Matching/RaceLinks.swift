import Columns
import ColumnStore
import Racing
import RowReading

/// A race that a source has under its own key and that another source had stored before.
struct RaceLink {
  /// The source's own key.
  let raceID: String
  /// The key that the race is stored under.
  let linkedRaceID: String
  /// The day of the race when it was linked.
  let date: Int32
  let source: Int32
  let importID: Int32
  /// The fields that this source owns.
  var fields: FieldSet
}

/// The `race_links` table.
package struct RaceLinks {
  private(set) var links: [RaceLink] = []
  private var placesByRace: [String: Int] = [:]
  private var placesByLinkedRace: [String: [Int]] = [:]
  private var changedMonths: Set<Month> = []

  /// Reads all links of the store.
  package init(_ writer: StoreWriter) throws(StoreError) {
    let fieldLists = writer.dictionary(Self.fieldLists)
    for month in writer.months(of: RacingTables.raceLinks) {
      guard let rows = try writer.rows(of: RacingTables.raceLinks, month) else { continue }
      var sets: [Int32: FieldSet] = [:]
      let (ids, linked) = (rows.raceIDs, rows["linked_race_id"]!.texts)
      let (dates, imports) = (rows.dates, rows.importIDs)
      let (sources, lists) = (rows.sources, rows["fields"]!.int32s)
      for row in 0..<rows.rowCount {
        let list = lists[row]
        let fields =
          sets[list]
          ?? FieldSet(list: String(decoding: fieldLists.utf8(Int(list)), as: UTF8.self))
        sets[list] = fields
        insert(
          RaceLink(
            raceID: ids[row], linkedRaceID: linked[row], date: dates[row], source: sources[row],
            importID: imports[row], fields: fields))
      }
    }
  }

  var isEmpty: Bool { links.isEmpty }

  /// The link of a source's own key.
  subscript(raceID: String) -> RaceLink? { placesByRace[raceID].map { links[$0] } }

  /// Returns the links that lead to a stored race.
  func leading(to linkedRaceID: String) -> [RaceLink] {
    placesByLinkedRace[linkedRaceID, default: []].map { links[$0] }
  }

  /// Adds a link.
  mutating func append(_ link: RaceLink) {
    changedMonths.insert(Month(of: Day(link.date)))
    insert(link)
  }

  /// Makes one of a race's sources the owner of fields.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - linkedRaceID: The key that the race is stored under.
  ///   - raceID: The source's own key; the stored one for the source that first stored the race.
  mutating func give(_ fields: FieldSet, of linkedRaceID: String, to raceID: String) {
    for place in placesByLinkedRace[linkedRaceID, default: []] {
      let before = links[place].fields
      if links[place].raceID == raceID {
        links[place].fields.formUnion(fields)
      } else {
        links[place].fields.subtract(fields)
      }
      if links[place].fields != before { changedMonths.insert(Month(of: Day(links[place].date))) }
    }
  }

  /// Writes the months that changed.
  func write(to writer: StoreWriter) throws(StoreError) {
    let months = Dictionary(grouping: links) { Month(of: Day($0.date)) }
    for month in changedMonths.sorted() {
      // By race, so that the order within a file has no effect.
      let rows = months[month, default: []].sorted {
        ($0.date, $0.linkedRaceID, $0.raceID) < ($1.date, $1.linkedRaceID, $1.raceID)
      }
      try writer.replace(RacingTables.raceLinks, month, with: Self.table(rows, writer))
    }
  }

  // MARK: - Implementation

  private static let fieldLists = "fields"

  private mutating func insert(_ link: RaceLink) {
    placesByRace[link.raceID] = links.count
    placesByLinkedRace[link.linkedRaceID, default: []].append(links.count)
    links.append(link)
  }

  private static func table(_ rows: [RaceLink], _ writer: StoreWriter) -> Table {
    let lists = writer.dictionary(fieldLists)
    return Table([
      ("race_id", Column(texts: rows.map(\.raceID))),
      ("linked_race_id", Column(texts: rows.map(\.linkedRaceID))),
      ("date", Column(.date, int32s: rows.map(\.date))),
      ("source", Column(.coded(dictionary: "source"), int32s: rows.map(\.source))),
      (
        "fields",
        Column(.coded(dictionary: fieldLists), int32s: rows.map { lists.code($0.fields.list) })
      ),
      ("import_id", Column(.int32, int32s: rows.map(\.importID))),
    ])
  }
}
