import Columns
import Racing

/// The rows of a file of races, for the runners of the same call.
final class RaceFill {
  let source: SourceTable
  /// Rows that cannot be used, and, once they are counted, those that no runner has.
  let refused: RefusedDraft
  /// Rows that repeat an earlier one.
  private(set) var duplicateCount = 0
  private let rows: Table
  private var rowsByRace: [String: Int32] = [:]
  /// By value of the race key; −1 where several races have it.
  private var rowsByValue: [String: Int32] = [:]
  private var isTaken: [Bool]
  /// Runners' race keys that differ from those of the rows in zeros in front alone.
  private var otherSpellings = RowDoubts.Kind()
  private var noted: Set<String> = []

  init(_ source: SourceTable, refusedTo draft: RefusedDraft) {
    self.source = source
    refused = draft
    let unreadable = source.refuseUnreadable(needing: ["race_id"], to: draft)
    rows = source.rows
    isTaken = Array(repeating: false, count: source.rows.rowCount)
    let content = RowContent(rows)
    let ids = rows.raceIDs
    for row in 0..<rows.rowCount where !unreadable.contains(row) {
      if let first = rowsByRace[ids[row]] {
        // Rows stand for what they say; the first of two that contradict each other stands.
        if content.isSame(Int(first), row) {
          duplicateCount += 1
        } else {
          draft.append(
            RefusedRow(
              row: row, reason: "conflict",
              detail: "found a second row of the race \(ids[row]) with other facts; expected one"))
        }
      } else {
        rowsByRace[ids[row]] = Int32(row)
        let value = IdentifierValue.of(ids[row], isJoined: source.raceKeys.isJoined)
        rowsByValue[value] = rowsByValue[value] == nil ? Int32(row) : -1
      }
    }
  }

  /// Runners with the facts of their races where they have none of their own.
  func filled(_ runners: Table) -> Table {
    let ids = runners["race_id"]!
    let races = (0..<runners.rowCount).map { row -> Int32 in
      guard !ids.isNull(row), let race = self.row(of: ids.texts[row]), race >= 0 else { return -1 }
      isTaken[Int(race)] = true
      return race
    }
    var filled = runners
    for (field, column) in zip(rows.fields, rows.columns)
    where field != RacingTables.raceID
      && (RacingTables.raceFields + RaceIdentity.ownFields).contains(field)
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

  /// Returns the row of a race key: its own, or that of the only key of its value.
  private func row(of id: String) -> Int32? {
    if let row = rowsByRace[id] { return row }
    guard !source.raceKeys.isExact,
      let row = rowsByValue[IdentifierValue.of(id, isJoined: source.raceKeys.isJoined)]
    else { return nil }
    if row >= 0, noted.insert(id).inserted {
      let known = rows.raceIDs[Int(row)]
      if IdentifierValue.differInZeros(id, known) { otherSpellings.note("\(id) and \(known)") }
    }
    return row
  }

  /// Counts the rows once all runners are read: those that no runner has are refused.
  ///
  /// A row that some runner took is stored with it.
  func counted() -> StoredCounts {
    let ids = rows.raceIDs
    for row in rowsByRace.values where !isTaken[Int(row)] {
      refused.append(
        RefusedRow(
          row: Int(row), reason: "no_runner",
          detail: "found no runner of the race \(ids[Int(row)]); expected some in the same call"))
    }
    var counts = StoredCounts(
      ofSideRows: source.rows.rowCount, duplicates: duplicateCount,
      refused: refused.count - refused.keptCount,
      skipped: source.skippedCount)
    counts.doubts.raceKeys = otherSpellings
    return counts
  }
}

extension StoredCounts {
  /// Counts the rows of a file that serves others: those neither refused nor known are stored.
  init(ofSideRows rowCount: Int, duplicates: Int, refused: Int, skipped: Int) {
    self.init(
      stored: rowCount - duplicates - refused, duplicates: duplicates,
      rowsRead: rowCount + skipped, skipped: skipped)
  }
}
