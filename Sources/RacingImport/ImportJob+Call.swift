import ColumnStore
import Racing

extension ImportJob {
  /// Imports the files of one call without committing.
  ///
  /// Files of races and lookups serve the others, so their rows are counted at the end.
  ///
  /// - Parameters:
  ///   - steps: The files.
  ///   - served: Files that were counted with an earlier call and serve this one again.
  ///   - ledger: The store's imports.
  ///   - writer: The store's writer.
  /// - Returns: What became of each file's rows, in the same order.
  /// - Throws: ``ImportError``.
  func importTogether(
    _ steps: [ImportStep], served: [ImportInput] = [], _ ledger: inout ImportLedger,
    _ writer: StoreWriter
  ) throws(ImportError) -> [ImportedFile] {
    for outcome in Outcome.allCases { _ = writer.dictionary("outcome").code(outcome.name) }
    let sides = try SideTables(steps.map(\.input) + served)
    var fills: [String: RaceFill] = [:]
    for input in sides.races {
      progress("parsing \(input.file.name)")
      fills[input.tableName] = RaceFill(
        try SourceTable(
          input, mapping, sides: sides, threads: threads, dictionary: writer.dictionary))
    }
    let races = fills.sorted { $0.key < $1.key }.map(\.value)
    var results = [ImportedFile?](repeating: nil, count: steps.count)
    for (index, step) in steps.enumerated() where !step.input.isSide {
      results[index] = try importFile(step, sides: sides, races: races, &ledger, writer)
    }
    for (index, step) in steps.enumerated() where step.input.isSide {
      let fill = fills[step.input.tableName]
      let counts = fill.map(SideCounts.init) ?? SideCounts(sides.indices(of: step.input.tableName))
      let unused = fill?.source.unusedColumns ?? step.input.unusedColumns(mapping)
      results[index] = try note(step, counts, unused: unused, &ledger, writer)
    }
    return results.map { $0! }
  }

  // MARK: - Implementation

  /// Notes what became of a side file's rows.
  private func note(
    _ step: ImportStep, _ counts: SideCounts, unused: [String], _ ledger: inout ImportLedger,
    _ writer: StoreWriter
  ) throws(ImportError) -> ImportedFile {
    let rejects = counts.located(in: step.input.file, at: step.input.table.rowPath)
    let step = try step.identified(nil)
    var imported = step.imported(by: self)
    imported.rowsRead = counts.rowCount
    imported.duplicates = counts.duplicateCount
    imported.rejected = rejects.count
    imported.stored = counts.rowCount - counts.duplicateCount - rejects.count
    imported.reasons = Dictionary(rejects.map { ($0.reason, 1) }, uniquingKeysWith: +)
    imported.note(unused: unused)
    try record(step, imported, rejects, &ledger, writer)
    return imported
  }
}
