import Columns
import ColumnStore
import Foundation
import Mappings
import RaceMerging
import Racing
import RowReading
import TabularFiles

extension ImportJob {
  /// Imports one file, or the refused rows of one, without committing.
  ///
  /// A file in order is read in parts of some months, any other file as one part. Only the last row
  /// proves the order. A file that turns out to be out of order, or to have stored races, is stored
  /// as one part; it is read again where the memory of earlier parts has been used for later ones.
  func importFile(
    _ step: FileImport, sides: SideTables, races: [RaceFill], twins: TwinRaces? = nil,
    _ ledger: inout ImportLedger, _ writer: StoreWriter
  ) throws(ImportError) -> ImportedFile {
    let input = step.input
    workProgress(.uncounted)
    progress("parsing " + input.file.sized(input.file.byteCount))
    if threads > 1, step.pending?.needsOwnReading == true { step.pending?.readBeside() }
    let before = try onStore { () throws(StoreError) in
      try AppendCheck(writer, hasRunners: input.table.feeds == .runners)
    }
    let open = try openRefusals(for: step, ledger, writer)
    let apart = RowStore(self, step, writer, apartFrom: before, open: open, twins: twins)
    var whole: ImportRows?
    var sum: FileSum?
    if var months = try months(of: step, sides, apart) {
      if try apart.store(&months) {
        return try record(
          checked(step, apart.oddities), apart.counts, apart.refusals,
          unused: input.unusedColumns(mapping),
          sum: months.fileSum(), open, &ledger, writer)
      }
      before.restore(writer)
      twins?.forget(step.imported.id)
      whole = try months.whole()
      if whole != nil { sum = months.fileSum() }
    }
    workProgress(.uncounted)
    let rows = if let whole { whole } else { try rows(of: step, sides, races, ledger, writer) }
    let first = ledger.imports.first { $0.id == step.imported.retryOf }
    let retried = first.map { first in
      RetriedRaces(writer: writer, refusedBy: first, retry: step.imported.id, among: ledger.imports)
    }
    let target = RowStore(
      self, step, writer, of: first, retried, selection: rows.selection, open: open, twins: twins)
    try target.store(rows)
    return try record(
      checked(step, target.oddities), target.counts, target.refusals, unused: rows.unusedColumns,
      sum: sum, open, &ledger,
      writer)
  }

  /// Keeps a file's bytes and notes its import.
  ///
  /// - Parameters:
  ///   - step: The file.
  ///   - counts: The counts of its rows.
  ///   - refusals: The refused rows.
  ///   - unused: The columns that no field takes.
  ///   - sum: The file's checksum, where reading its rows gave it.
  ///   - open: The rows that earlier imports of the source refused.
  ///   - ledger: The store's imports.
  ///   - writer: The store's writer.
  /// - Returns: The import.
  /// - Throws: `ImportError` when the file has changed since it was opened, or cannot be kept.
  func record(
    _ step: FileImport, _ counts: StoredCounts, _ refusals: FileRefusals, unused: [String],
    sum: FileSum? = nil, _ open: OpenRefusals?, _ ledger: inout ImportLedger,
    _ writer: StoreWriter
  ) throws(ImportError) -> ImportedFile {
    let refused = try onStore { () throws(StoreError) in
      try refusals.rows(skippedCount: counts.skipped)
    }
    var imported = step.imported
    var draft: ArchiveDraft?
    workProgress(.uncounted)
    if let pending = step.pending {
      progress("archiving " + step.input.file.sized(step.input.file.fileSize))
      (imported.identity, draft) = try pending.value(sum)
    }
    if !keepsArchive { imported.sha256 = nil }
    imported.add(counts)
    if imported.retryOf == nil {
      imported.doubts += step.input.doubts
    }
    imported.reasons = refusals.reasons.filter { $0.key != RejectReason.unreadCell.rawValue }
    imported.note(unused: unused)
    precondition(imported.isBalanced, "rows read = stored + duplicates + rejected: \(imported)")
    try onStore { () throws(StoreError) in
      if let draft { try writer.archive(draft) }
      _ = try writer.archive(text: mappingText)
      try ledger.append(
        imported, refused: refused, retried: refusals.selection?.found ?? RowSet(),
        isOfRacing: step.input.table.feeds.isOfRacing, writer)
    }
    if imported.retryOf == nil {
      var brought = counts.brought
      if let open {
        let file = step.input.file
        if let text = file.text { brought.formUnion(open.brought(by: text, except: refused.lines)) }
        let mended = MendedRows(
          file: file, rowPath: step.input.table.rowPath, refused: refused.lines)
        brought.formUnion(mended.places(among: open, of: imported))
      }
      try onStore { () throws(StoreError) in
        try ledger.close(by: imported, brought, of: open, writer)
      }
    }
    return imported
  }

  // MARK: - Implementation

  /// Returns a file's step with the doubts of its races, or refuses the file.
  private func checked(
    _ step: FileImport, _ oddities: RaceOddities
  ) throws(ImportError) -> FileImport {
    let share = Double(oddities.mergedCount) / Double(max(1, oddities.raceCount))
    guard share <= maxMerged else {
      throw .mergedRaces(
        file: step.input.file.name,
        found: "\(oddities.mergedCount) of \(oddities.raceCount) races that cannot be one, such as "
          + "\(oddities.firstMerged) (" + oddities.lines.joined(separator: "; ") + ")",
        limit: maxMerged)
    }
    var step = step
    step.imported.doubts += oddities.lines
    return step
  }

  /// Returns the rows that earlier imports of the source refused; nil for a retry, which settles
  /// only its own rows.
  private func openRefusals(
    for step: FileImport, _ ledger: ImportLedger, _ writer: StoreWriter
  ) throws(ImportError) -> OpenRefusals? {
    guard step.imported.retryOf == nil else { return nil }
    let records = OtherWidths(step.input, mapping, writer, bound: refusedBound)
    return try onStore { () throws(StoreError) in
      try ledger.open(of: mapping.name, writer, otherWidths: records.keys)
    }
  }

  /// Begins to read a file some months at a time; nil where its rows need other files' rows, or its
  /// kind cannot be read so.
  private func months(
    of step: FileImport, _ sides: SideTables, _ target: RowStore
  ) throws(ImportError) -> MonthParts? {
    let input = step.input
    guard input.table.feeds == .runners, step.imported.retryOf == nil, sides.races.isEmpty,
      input.isPlain,
      // A race with several keys can be found by any of them.
      target.writer.months(of: RacingTables.raceLinks).isEmpty
    else { return nil }
    let fields = try sides.fields(of: input, threads: threads)
    return try onFile { () throws(FileError) in
      try MonthParts(
        of: input, fields: fields, mapping, threads: threads, partRows: partRows,
        isSummed: step.pending?.isSummedByReader ?? false, store: readingStore(target.writer),
        naming: target.naming, progress: workProgress)
    }
  }

  /// Reads all rows of a file, or the rows of a retry.
  private func rows(
    of step: FileImport, _ sides: SideTables, _ races: [RaceFill], _ ledger: ImportLedger,
    _ writer: StoreWriter
  ) throws(ImportError) -> ImportRows {
    // Rows that are read this way give no checksum.
    if threads > 1 { step.pending?.readBeside() }
    var source = try ImportRows(
      step.input, mapping, sides: sides, threads: threads, readingStore(writer),
      progress: workProgress)
    if step.input.table.feeds == .runners {
      for fill in races { source.table = fill.filled(source.table) }
    }
    guard let id = step.imported.retryOf else { return source }
    return source.selecting(
      try onStore { () throws(StoreError) in try ledger.refusedLines(of: id, writer) })
  }

  private func readingStore(_ writer: StoreWriter) -> ReadingStore {
    ReadingStore(dictionary: writer.dictionary, writer: writer, bound: refusedBound)
  }
}

extension ImportJob {
  /// Imports the files of one call without committing.
  ///
  /// Files of races and lookups complete the others, so their rows are counted at the end.
  ///
  /// - Parameters:
  ///   - steps: The files.
  ///   - sides: Those among them, and among earlier imports' files, that complete others.
  ///   - twins: Finds races that are stored under two days; nil to skip the check.
  ///   - ledger: The store's imports.
  ///   - writer: The store's writer.
  /// - Returns: The imports, in the same order.
  /// - Throws: `ImportError` when a file cannot be read or stored.
  package func importTogether(
    _ steps: [FileImport], sides: SideTables, twins: TwinRaces? = nil,
    _ ledger: inout ImportLedger, _ writer: StoreWriter
  ) throws(ImportError) -> [ImportedFile] {
    for outcome in Outcome.allCases { _ = writer.dictionary("outcome").code(outcome.name) }
    var fills: [String: RaceFill] = [:]
    for input in sides.races {
      workProgress(.uncounted)
      progress("parsing " + input.file.sized(input.file.byteCount))
      fills[input.tableName] = RaceFill(
        try ImportRows(
          input, mapping, sides: sides, threads: threads, readingStore(writer),
          progress: workProgress),
        countries: MatchingNames(writer, aliases: NameAliases()).countries)
    }
    let races = fills.sorted { $0.key < $1.key }.map(\.value)
    var results = [ImportedFile?](repeating: nil, count: steps.count)
    for (index, step) in steps.enumerated() where !step.input.isSide {
      results[index] = try importFile(
        step, sides: sides, races: races, twins: twins, &ledger, writer)
    }
    for (index, step) in steps.enumerated() where step.input.isSide {
      let input = step.input
      let fill = fills[input.tableName]
      let open = try openRefusals(for: step, ledger, writer)
      let found = fill?.source.refusals ?? RefusedDraft(writer, bound: refusedBound)
      var counts =
        fill?.counted()
        ?? LookupIndex.counts(of: sides.indices(of: input.tableName), refusedTo: found)
      let keys = fill.flatMap {
        RowKeys($0.source.table, of: input.table, dictionary: writer.dictionary)
      }
      let refusals = FileRefusals(
        of: input, step.imported, in: RefusedDraft(writer, bound: refusedBound))
      let rows = try onStore { () throws(StoreError) in RefusedColumns(try found.rows()) }
      refusals.add(rows, keys, among: open, to: &counts)
      results[index] = try record(
        step, counts, refusals,
        unused: fill?.source.unusedColumns ?? input.unusedColumns(mapping), open, &ledger, writer)
    }
    var imported = results.map { $0! }
    if let twins {
      let found = try onStore { () throws(StoreError) in try twins.doubts() }
      for index in imported.indices { imported[index].doubts += found[imported[index].id] ?? [] }
    }
    return imported
  }
}
