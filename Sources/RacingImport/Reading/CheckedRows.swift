import Columns
import Racing

/// A file's rows after the checks that need no other row.
struct CheckedRows {
  let table: Table
  let rejects: [Reject]
}

extension SourceTable {
  /// Checks each row on its own and stamps it with its import.
  ///
  /// A row needs what its target needs. Only a runner that finished keeps a position, and one
  /// that finished without a position is unresolved.
  func checkedRows(importID: Int) -> CheckedRows {
    var named = zip(rows.fields, rows.columns).map { (name: $0.0.name, column: $0.1) }
    if rows["date"] == nil && !mapping.feeds.isOfClub {
      named.append(("date", .nulls(.date, count: rows.rowCount)))
    }
    if mapping.feeds == .runners { Self.reconcileOutcomes(&named, rowCount: rows.rowCount) }
    let ids = [Int32](repeating: Int32(importID), count: rows.rowCount)
    named.append(("import_id", Column(.int32, .int32(Buffer(ids)))))
    return CheckedRows(
      table: Table(named), rejects: unreadableRows(needing: mapping.feeds.neededFields))
  }

  /// Rows with a cell that cannot be read, or without a value in a field that each needs.
  func unreadableRows(needing names: [String]) -> [Reject] {
    var rejects: [Int: Reject] = [:]
    for problem in problems where rejects[problem.row] == nil {
      rejects[problem.row] = Reject(
        row: problem.row, reason: problem.field,
        detail: "found \(problem.found); expected \(problem.expected)")
    }
    for name in names {
      let column = rows[name]
      for row in 0..<rows.rowCount where column?.isNull(row) ?? true && rejects[row] == nil {
        rejects[row] = Reject(row: row, reason: name, detail: "found nothing; expected a value")
      }
    }
    return rejects.values.sorted { $0.row! < $1.row! }
  }

  private static func reconcileOutcomes(
    _ named: inout [(name: String, column: Column)], rowCount: Int
  ) {
    let positionIndex = named.firstIndex { $0.name == "position" }
    let outcomeIndex = named.firstIndex { $0.name == "outcome" }
    let positions = positionIndex.map { named[$0].column } ?? .nulls(.int16, count: rowCount)
    let outcomes = outcomeIndex.map { named[$0].column }
    var newPositions = [Int16](repeating: 0, count: rowCount)
    var newOutcomes = [Int32](repeating: 0, count: rowCount)
    let finished = Int32(Outcome.finished.rawValue)
    let unresolved = Int32(Outcome.unresolved.rawValue)
    for row in 0..<rowCount {
      let position = positions.isNull(row) ? 0 : max(0, positions.int16s[row])
      var outcome = outcomes?.int32s[row] ?? unresolved
      // A file that gives positions only leaves the outcome empty.
      if outcome == unresolved && position > 0 { outcome = finished }
      if outcome == finished && position == 0 { outcome = unresolved }
      newOutcomes[row] = outcome
      newPositions[row] = outcome == finished ? position : 0
    }
    let validity = newPositions.contains(0) ? Validity(newPositions.map { $0 > 0 }) : .allValid
    let type = Column(.int16, .int16(Buffer(newPositions)), validity)
    let codes = Column(.coded(dictionary: "outcome"), .int32(Buffer(newOutcomes)))
    if let positionIndex {
      named[positionIndex].column = type
    } else {
      named.append(("position", type))
    }
    if let outcomeIndex {
      named[outcomeIndex].column = codes
    } else {
      named.append(("outcome", codes))
    }
  }
}
