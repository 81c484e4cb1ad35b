import Columns
import Mappings
import Racing

/// The rows of a file of races, for the runners of the same call.
package final class RaceFill {
  /// After counting, its `refusals` also have the rows of races without a runner.
  package let source: ImportRows
  /// Rows that repeat an earlier one.
  package private(set) var duplicateCount = 0
  private let rows: Table
  private let countries: RaceCountries
  /// By race key; several rows if a key that contains the course has races of several countries.
  private var rowsByRace: [String: [Int32]] = [:]
  /// The race keys by value; nil if several have it.
  private var idsByValue: [String: String?] = [:]
  private var isTaken: [Bool]
  /// Runners' race keys that differ from those of the rows in leading zeros.
  private var otherSpellings = RowDoubts.Kind()
  private var noted: Set<String> = []

  /// Indexes the rows.
  ///
  /// - Parameters:
  ///   - source: The rows.
  ///   - names: The spellings of countries; nil if each is a country of its own.
  package init(_ source: ImportRows, countries names: FoldedNames? = nil) {
    var source = source
    source.refuseUnreadable(needing: ["race_id"])
    self.source = source
    countries = RaceCountries(source, names)
    rows = source.table
    isTaken = Array(repeating: false, count: rows.rowCount)
    let content = RowContent(rows)
    let ids = rows.raceIDs
    for row in 0..<rows.rowCount where !source.refused.contains(row) {
      let same = rowsByRace[ids[row], default: []]
      if let first = same.first(where: { countries.agree(rows, Int($0), rows, row) }) {
        // The first of two contradicting rows is kept.
        if content.isSame(Int(first), row) {
          duplicateCount += 1
        } else {
          source.refusals.append(
            RefusedRow(
              row: row, .conflict,
              detail: "found a second row of the race \(ids[row]) with other facts; expected one"))
        }
      } else {
        rowsByRace[ids[row], default: []].append(Int32(row))
        let value = IdentifierValue.of(ids[row], isJoined: source.raceKeys.isJoined)
        idsByValue[value] = idsByValue[value, default: ids[row]] == ids[row] ? ids[row] : .some(nil)
      }
    }
  }

  /// Returns the runners with the facts of their races filled in where they are null.
  package func filled(_ runners: Table) -> Table {
    let ids = runners["race_id"]!
    let races = (0..<runners.rowCount).map { row -> Int32 in
      guard !ids.isNull(row), let race = self.row(of: ids.texts[row], runners, row) else {
        return -1
      }
      isTaken[Int(race)] = true
      return race
    }
    var filled = runners
    for (field, column) in zip(rows.fields, rows.columns)
    where field != RacingTables.raceID
      && (RacingTables.raceFields + Field.ofRaceIdentity).contains(field)
    {
      let own = runners.column(field)
      let count = Int32(runners.rowCount)
      let indices = races.indices.map { row in
        own.isNull(row) && races[row] >= 0 ? count + races[row] : Int32(row)
      }
      filled = filled.replacing(
        field.name, Column.concatenated([own, column]).gathered(indices))
    }
    return filled
  }

  /// Returns the only row of a runner's race key and country, or of the only key with the same
  /// value.
  private func row(of id: String, _ runners: Table, _ runner: Int) -> Int32? {
    var known = id
    if rowsByRace[id] == nil {
      guard !source.raceKeys.isExact,
        let other = idsByValue[IdentifierValue.of(id, isJoined: source.raceKeys.isJoined)] ?? nil
      else { return nil }
      known = other
      if noted.insert(id).inserted, IdentifierValue.differInZeros(id, known) {
        otherSpellings.note("\(id) and \(known)")
      }
    }
    var fitting: Int32?
    for row in rowsByRace[known, default: []]
    where countries.agree(rows, Int(row), runners, runner) {
      guard fitting == nil else { return nil }
      fitting = row
    }
    return fitting
  }

  /// Counts the rows after all runners are read; refuses those of races without a runner.
  ///
  /// A row that some runner took counts as stored.
  package func counted() -> StoredCounts {
    let ids = rows.raceIDs
    for row in rowsByRace.values.joined() where !isTaken[Int(row)] {
      source.refusals.append(
        RefusedRow(
          row: Int(row), .noRunner,
          detail: "found no runner of the race \(ids[Int(row)]); expected some in the same call"))
    }
    var counts = StoredCounts(
      ofSideRows: rows.rowCount, duplicates: duplicateCount,
      refused: source.refusals.count - source.refusals.keptCount,
      skipped: source.skippedCount)
    counts.doubts.raceKeys = otherSpellings
    return counts
  }
}

/// The countries of races and runners, which matter if a race key contains the course.
private struct RaceCountries {
  private let isDeciding: Bool
  private let names: FoldedNames?

  init(_ source: ImportRows, _ names: FoldedNames?) {
    isDeciding = source.raceKeys.hasCourse && source.table["country"] != nil
    self.names = names
  }

  /// Whether two rows name the same country, or one of them names none.
  func agree(_ left: Table, _ row: Int, _ right: Table, _ other: Int) -> Bool {
    guard isDeciding, let country = code(left, row), let another = code(right, other) else {
      return true
    }
    return country == another
      || names.map { $0.number(ofCode: country) == $0.number(ofCode: another) } ?? false
  }

  private func code(_ rows: Table, _ row: Int) -> Int32? {
    rows["country"].flatMap { $0.isNull(row) ? nil : $0.int32s[row] }
  }
}

extension StoredCounts {
  /// Counts the rows of a file that completes others: those neither refused nor repeated count as
  /// stored.
  init(ofSideRows rowCount: Int, duplicates: Int, refused: Int, skipped: Int) {
    self.init(
      stored: rowCount - duplicates - refused, duplicates: duplicates,
      rowsRead: rowCount + skipped, skipped: skipped)
  }
}
