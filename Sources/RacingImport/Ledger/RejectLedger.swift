import ColumnStore
import Columns
import Racing

/// The `rejects` table: changes by import, kept until they are written.
struct RejectLedger {
  /// By import: all rows that are refused now, by line.
  private var changed: [Int: (file: ImportedFile, rows: Table)] = [:]
  private var isCleared = false

  /// Returns the rows of an import that are refused as things stand.
  func rows(of file: ImportedFile, _ writer: StoreWriter) throws(StoreError) -> Table {
    if let change = changed[file.id] { return change.rows }
    guard !isCleared, let rows = try writer.rows(of: RacingTables.rejects, file.month) else {
      return Table([])
    }
    let ids = rows.importIDs
    return rows.gathered((0..<Int32(rows.rowCount)).filter { Int(ids[Int($0)]) == file.id })
  }

  /// Sets the rows of an import that are refused from now on; nil for none.
  mutating func set(_ rows: Table?, of file: ImportedFile) {
    changed[file.id] = (file, rows ?? Table([]))
  }

  /// Drops all rows of all imports.
  mutating func clear() {
    changed = [:]
    isCleared = true
  }

  /// Hands all changes to the writer.
  mutating func write(to writer: StoreWriter) throws(StoreError) {
    if isCleared { writer.removeRows(of: RacingTables.rejects) }
    let months = Dictionary(grouping: changed.values, by: \.file.month)
    for (month, changes) in months {
      let stored = try writer.rows(of: RacingTables.rejects, month)
      let kept = stored.map { $0.leavingOut(imports: Set(changes.map(\.file.id))) }
      let new = changes.map(\.rows).filter { $0.rowCount > 0 }
      guard !new.isEmpty || kept?.rowCount != stored?.rowCount else { continue }
      let rows = try Self.inOrder((kept.map { [$0] } ?? []) + new, writer)
      if rows.rowCount > Self.manyRows {
        // Not held back: they lie in files that are read once.
        try writer.replace([RacingTables.rejects], of: [month], threads: 1, atOnce: true) { _ in
          [rows]
        }
      } else {
        try writer.replace(RacingTables.rejects, month, with: rows)
      }
    }
    changed = [:]
    isCleared = false
  }

  // MARK: - Implementation

  /// The number of rows of a month that are written at once.
  private static let manyRows = 100_000

  /// Puts tables of one month together, by import and line; each has all rows of its imports.
  ///
  /// A retry changes rows in the midst of later imports' rows.
  private static func inOrder(_ parts: [Table], _ writer: StoreWriter) throws(StoreError) -> Table {
    let parts = parts.filter { $0.rowCount > 0 }
    if parts.count < 2 { return parts.first ?? Table([]) }
    var runs: [(id: Int32, part: Int, rows: Range<Int>)] = []
    for (part, rows) in parts.enumerated() {
      let ids = rows.importIDs
      for row in 0..<rows.rowCount {
        if row > 0, ids[row] == ids[row - 1] {
          runs[runs.count - 1].rows = runs[runs.count - 1].rows.lowerBound..<row + 1
        } else {
          runs.append((ids[row], part, row..<row + 1))
        }
      }
    }
    let columns = parts.map { RefusedColumns($0) }
    let draft = RefusedDraft(writer)
    for run in runs.sorted(by: { $0.id < $1.id }) {
      for row in columns[run.part][run.rows] { try draft.append(row) }
    }
    return try draft.rows()
  }
}

extension Table {
  /// Returns the rows of other imports than some.
  func leavingOut(imports: Set<Int>) -> Table {
    let ids = importIDs
    let kept = (0..<Int32(rowCount)).filter { !imports.contains(Int(ids[Int($0)])) }
    return kept.count == rowCount ? self : gathered(kept)
  }
}
