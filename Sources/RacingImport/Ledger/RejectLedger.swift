import ColumnStore
import Columns
import Racing

/// The `rejects` table: changes by import, kept until they are written.
struct RejectLedger {
  /// By import: all rows that are refused now.
  private var changed: [Int: (file: ImportedFile, rows: [RefusedRow])] = [:]
  private var isCleared = false

  /// Returns the rows of an import that are refused as things stand.
  func rows(of file: ImportedFile, _ writer: StoreWriter) throws(StoreError) -> [RefusedRow] {
    if let change = changed[file.id] { return change.rows }
    guard !isCleared, let rows = try writer.rows(of: RacingTables.rejects, file.month) else {
      return []
    }
    let ids = rows.importIDs
    return (0..<rows.rowCount).filter { Int(ids[$0]) == file.id }.map { RefusedRow($0, of: rows) }
  }

  /// Sets the rows of an import that are refused from now on.
  mutating func set(_ rows: [RefusedRow], of file: ImportedFile) {
    changed[file.id] = (file, rows)
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
      let new = changes.filter { !$0.rows.isEmpty }.map { Self.table($0.rows, of: $0.file) }
      guard !new.isEmpty || kept?.rowCount != stored?.rowCount else { continue }
      let parts = (kept.map { [$0] } ?? []) + new
      try writer.replace(RacingTables.rejects, month, with: Self.sorted(.concatenated(parts)))
    }
    changed = [:]
    isCleared = false
  }

  // MARK: - Implementation

  /// By import and line; a retry changes rows in the midst of later imports' rows.
  private static func sorted(_ rows: Table) -> Table {
    let ids = rows.importIDs
    let lines = rows["line"]!.int64s
    return rows.gathered(
      (0..<Int32(rows.rowCount)).sorted {
        (ids[Int($0)], lines[Int($0)]) < (ids[Int($1)], lines[Int($1)])
      })
  }

  private static func table(_ rejects: [RefusedRow], of file: ImportedFile) -> Table {
    let id = [Int32?](repeating: Int32(file.id), count: rejects.count)
    let name = [String?](repeating: file.name, count: rejects.count)
    return Table([
      ("import_id", Column(int32s: id)),
      ("file", Column(texts: name)),
      ("line", Column(int64s: rejects.map { Int64($0.line) })),
      ("reason", Column(texts: rejects.map(\.reason))),
      ("detail", Column(texts: rejects.map(\.detail))),
      ("raw", Column(texts: rejects.map(\.raw))),
      ("key", Column(texts: rejects.map(\.key))),
    ])
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
