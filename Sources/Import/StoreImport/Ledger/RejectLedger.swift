import ColumnStore
import Columns
import Racing
import RowReading

/// The `rejects` table; keeps changes by import until they are written.
struct RejectLedger {
  /// Bytes of rows in memory; beyond that they go to disk.
  var bound = RefusedDraft.bound
  /// By import: all rows that are now refused, by line.
  private var changed: [Int: (file: ImportedFile, rows: RefusedColumns)] = [:]
  private var isCleared = false

  /// Returns the rows of an import that are now refused.
  func rows(of file: ImportedFile, _ writer: StoreWriter) throws(StoreError) -> RefusedColumns {
    try rows(of: [file], writer)[0]
  }

  /// Returns the rows of some imports that are now refused, in the order of the imports.
  func rows(
    of files: [ImportedFile], _ writer: StoreWriter
  ) throws(StoreError) -> [RefusedColumns] {
    // A month's rows are divided once: there may be thousands of imports.
    var months: [Month: [Int: [RefusedColumns]]] = [:]
    var found: [RefusedColumns] = []
    for file in files {
      if let change = changed[file.id] {
        found.append(change.rows)
        continue
      }
      if months[file.month] == nil, !isCleared {
        let stored = try writer.rows(of: RacingTables.rejects, file.month)
        months[file.month] = Dictionary(
          grouping: stored.map { RefusedColumns($0).runs } ?? [], by: \.importID)
      }
      let runs = months[file.month]?[file.id] ?? []
      found.append(runs.count == 1 ? runs[0] : RefusedColumns(try inOrder(runs, writer)))
    }
    return found
  }

  /// Replaces the refused rows of an import; nil for none.
  mutating func set(_ rows: RefusedColumns?, of file: ImportedFile) {
    changed[file.id] = (file, rows ?? RefusedColumns(Table([])))
  }

  /// Drops all rows of all imports.
  mutating func clear() {
    changed = [:]
    isCleared = true
  }

  /// Passes all changes to the writer.
  mutating func write(to writer: StoreWriter) throws(StoreError) {
    if isCleared { writer.removeRows(of: RacingTables.rejects) }
    let months = Dictionary(grouping: changed.values, by: \.file.month)
    for (month, changes) in months {
      let stored =
        try writer.rows(of: RacingTables.rejects, month)
        .map { RefusedColumns($0).runs } ?? []
      let ids = Set(changes.map(\.file.id))
      let kept = stored.filter { !ids.contains($0.importID) }
      let new = changes.map(\.rows).filter { !$0.isEmpty }
      guard !new.isEmpty || kept.count != stored.count else { continue }
      let rows = try inOrder(kept + new, writer)
      if rows.rowCount > Self.manyRows {
        // Written immediately: the rows lie in files that are read once.
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

  /// The number of a month's rows above which they are written immediately.
  private static let manyRows = 100_000

  /// Merges rows of one month, by import and line.
  ///
  /// A retry changes rows between those of later imports.
  private func inOrder(_ parts: [RefusedColumns], _ writer: StoreWriter) throws(StoreError)
    -> Table
  {
    if parts.count == 1, let whole = parts[0].wholeTable { return whole }
    let draft = RefusedDraft(writer, bound: bound)
    for run in parts.flatMap(\.runs).sorted(by: { $0.importID < $1.importID }) {
      for row in run { draft.append(row) }
    }
    return draft.count == 0 ? Table([]) : try draft.rows()
  }
}

extension Table {
  /// Returns the rows of all imports except some.
  package func leavingOut(imports: Set<Int>) -> Table {
    let ids = importIDs
    let kept = (0..<Int32(rowCount)).filter { !imports.contains(Int(ids[Int($0)])) }
    return kept.count == rowCount ? self : gathered(kept)
  }
}
