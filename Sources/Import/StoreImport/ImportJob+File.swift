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
  /// proves the order, so a file that turns out to be out of order, or to have stored races, is
  /// read again as one part.
  func importFile(
    _ step: ImportStep, sides: SideTables, races: [RaceFill], twins: TwinRaces? = nil,
    _ ledger: inout ImportLedger, _ writer: StoreWriter
  ) throws(ImportError) -> ImportedFile {
    workProgress(.uncounted)
    progress("parsing " + step.input.file.sized(step.input.file.byteCount))
    if threads > 1, step.pending?.needsOwnReading == true { step.pending?.readBeside() }
    let before = try onStore { () throws(StoreError) in
      try StoredBefore(writer, hasRunners: step.input.table.feeds == .runners)
    }
    let open = try openRefusals(for: step, ledger, writer)
    let apart = PartImport(self, step, writer, apartFrom: before, open: open, twins: twins)
    if var months = try months(of: step, sides, apart) {
      if let counts = try stored(&months, by: apart) {
        return try record(step, counts, apart.refused, of: months, open, &ledger, writer)
      }
      before.restore(writer)
      twins?.forget(step.imported.id)
    }
    workProgress(.uncounted)
    var whole = FileParts(whole: try rows(of: step, sides, races, ledger, writer))
    let first = ledger.imports.first { $0.id == step.imported.retryOf }
    let retried = first.map { first in
      RetriedRaces(writer: writer, refusedBy: first, retry: step.imported.id, among: ledger.imports)
    }
    let target = PartImport(self, step, writer, of: first, retried, open: open, twins: twins)
    guard let counts = try stored(&whole, by: target) else {
      preconditionFailure("the whole file needs no order")
    }
    return try record(step, counts, target.refused, of: whole, open, &ledger, writer)
  }

  /// Keeps a file's bytes and notes its import.
  ///
  /// - Parameters:
  ///   - step: The file.
  ///   - counts: The counts of its rows.
  ///   - refused: The refused rows, in their order.
  ///   - places: Finds the refused rows in the file.
  ///   - unused: The columns that no field takes.
  ///   - sum: The file's checksum, where reading its rows gave it.
  ///   - open: The rows that earlier imports of the source refused.
  ///   - ledger: The store's imports.
  ///   - writer: The store's writer.
  /// - Returns: The import.
  /// - Throws: `ImportError` when the file has changed since it was opened, or cannot be kept.
  func record(
    _ step: ImportStep, _ counts: StoredCounts, _ refused: RefusedDraft,
    _ places: RefusedPlaces, unused: [String], sum: FileSum? = nil,
    _ open: OpenRefusals? = nil, _ ledger: inout ImportLedger, _ writer: StoreWriter
  ) throws(ImportError) -> ImportedFile {
    let located = RefusedDraft(writer, bound: refusedBound)
    try onStore { () throws(StoreError) in
      places.locate(RefusedColumns(try refused.rows()), counts.skipped) { row in
        var row = row
        (row.importID, row.file) = (step.imported.id, step.imported.name)
        located.append(row)
      }
    }
    var imported = step.imported
    var draft: ArchiveDraft?
    workProgress(.uncounted)
    if let pending = step.pending {
      progress("archiving " + step.input.file.sized(step.input.file.fileSize))
      (imported.identity, draft) = try pending.value(sum)
    }
    if !keepsArchive { imported.sha256 = nil }
    imported.add(counts, refused: refused.count - counts.incomplete + counts.skipped)
    if imported.retryOf == nil {
      imported.doubts += step.input.doubts
      imported.doubts += PartialMarket.doubts(of: step.input.file.partialMarkets)
    }
    imported.reasons = located.reasons.filter { $0.key != RejectReason.unreadCell.rawValue }
    imported.note(unused: unused)
    precondition(imported.isBalanced, "rows read = stored + duplicates + rejected: \(imported)")
    let rows = try onStore { () throws(StoreError) in
      if let draft { try writer.archive(draft) }
      _ = try writer.archive(text: mappingText)
      let rows = RefusedColumns(try located.rows())
      try ledger.append(
        imported, refused: rows, retried: places.selection?.found ?? RowSet(),
        isOfRacing: step.input.table.feeds.isOfRacing, writer)
      return rows
    }
    if imported.retryOf == nil {
      var brought = counts.brought
      if let open {
        let file = step.input.file
        if let text = file.text { brought.formUnion(open.brought(by: text, except: rows.lines)) }
        let mended = MendedRows(file: file, rowPath: places.rowPath, refused: rows.lines)
        brought.formUnion(mended.places(among: open, of: imported))
      }
      try onStore { () throws(StoreError) in
        try ledger.close(by: imported, brought, of: open, writer)
      }
    }
    return imported
  }

  // MARK: - Implementation

  /// Returns the rows that earlier imports of the source refused; nil for a retry, which settles
  /// only its own rows.
  private func openRefusals(
    for step: ImportStep, _ ledger: ImportLedger, _ writer: StoreWriter
  ) throws(ImportError) -> OpenRefusals? {
    guard step.imported.retryOf == nil else { return nil }
    let records = OtherWidths(step.input, mapping, writer, bound: refusedBound)
    return try onStore { () throws(StoreError) in
      try ledger.open(of: mapping.name, writer, otherWidths: records.keys)
    }
  }

  private func record(
    _ step: ImportStep, _ counts: StoredCounts, _ refused: RefusedDraft, of parts: FileParts,
    _ open: OpenRefusals?, _ ledger: inout ImportLedger, _ writer: StoreWriter
  ) throws(ImportError) -> ImportedFile {
    let input = step.input
    return try record(
      step, counts, refused,
      RefusedPlaces(file: input.file, rowPath: input.table.rowPath, selection: parts.selection),
      unused: parts.unusedColumns ?? input.unusedColumns(mapping), sum: parts.fileSum(), open,
      &ledger, writer)
  }

  /// Begins to read a file some months at a time; nil where its rows need other files' rows, or its
  /// kind cannot be read so.
  private func months(
    of step: ImportStep, _ sides: SideTables, _ target: PartImport
  ) throws(ImportError) -> FileParts? {
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
        naming: target.naming, told: workProgress
      ).map { FileParts(months: $0) }
    }
  }

  /// Reads all rows of a file, or the rows of a retry.
  private func rows(
    of step: ImportStep, _ sides: SideTables, _ races: [RaceFill], _ ledger: ImportLedger,
    _ writer: StoreWriter
  ) throws(ImportError) -> SourceTable {
    // Rows that are read this way give no checksum.
    if threads > 1 { step.pending?.readBeside() }
    var source = try SourceTable(
      step.input, mapping, sides: sides, threads: threads, readingStore(writer),
      told: workProgress)
    if step.input.table.feeds == .runners {
      for fill in races { source.rows = fill.filled(source.rows) }
    }
    guard let id = step.imported.retryOf else { return source }
    return source.selecting(
      try onStore { () throws(StoreError) in try ledger.refusedLines(of: id, writer) })
  }

  private func readingStore(_ writer: StoreWriter) -> ReadingStore {
    ReadingStore(dictionary: writer.dictionary, writer: writer, bound: refusedBound)
  }

  /// Stores a file's parts, each while the next is read.
  ///
  /// - Returns: The counts of all rows; nil where the parts are not in order, or contain stored
  ///   races.
  private func stored(
    _ parts: inout FileParts, by target: PartImport
  ) throws(ImportError) -> StoredCounts? {
    var counts = StoredCounts()
    var adding = PartInHand(target)
    while true {
      let read = Result { () throws(ImportError) in try parts.next() }
      // Finish the current part first, even after an error: until then only it may use the writer.
      guard try adding.finish(into: &counts) else { return nil }
      guard let part = try read.get() else { break }
      adding.begin(part, rowsBefore: parts.rowsBefore)
    }
    guard parts.areAll else { return nil }
    counts.skipped = parts.skippedCount
    counts.rowsRead += counts.skipped
    return counts
  }
}

extension ImportJob {
  /// Imports the files of one call without committing.
  ///
  /// Files of races and lookups complete the others, so their rows are counted at the end.
  ///
  /// - Parameters:
  ///   - steps: The files.
  ///   - served: Files of earlier imports that these files complete.
  ///   - twins: Finds races that are stored under two days; nil to skip the check.
  ///   - ledger: The store's imports.
  ///   - writer: The store's writer.
  /// - Returns: The imports, in the same order.
  /// - Throws: `ImportError` when a file cannot be read or stored.
  package func importTogether(
    _ steps: [ImportStep], served: [ImportInput] = [], twins: TwinRaces? = nil,
    _ ledger: inout ImportLedger, _ writer: StoreWriter
  ) throws(ImportError) -> [ImportedFile] {
    for outcome in Outcome.allCases { _ = writer.dictionary("outcome").code(outcome.name) }
    let sides = try SideTables(steps.map(\.input) + served)
    var fills: [String: RaceFill] = [:]
    for input in sides.races {
      workProgress(.uncounted)
      progress("parsing " + input.file.sized(input.file.byteCount))
      fills[input.tableName] = RaceFill(
        try SourceTable(
          input, mapping, sides: sides, threads: threads, readingStore(writer),
          told: workProgress),
        countries: MatchingNames(writer, aliases: NameAliases()).countries,
        refusedTo: RefusedDraft(writer, bound: refusedBound))
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
      let found = fill?.refused ?? RefusedDraft(writer, bound: refusedBound)
      var counts =
        fill?.counted()
        ?? LookupIndex.counts(of: sides.indices(of: input.tableName), refusedTo: found)
      let keys = fill.flatMap {
        RowKeys($0.source.rows, of: input.table, dictionary: writer.dictionary)
      }
      let refused = RefusedDraft(writer, bound: refusedBound)
      let rows = try onStore { () throws(StoreError) in RefusedColumns(try found.rows()) }
      counts.settle(rows, keys, among: open) { refused.append($0) }
      results[index] = try record(
        step, counts, refused,
        RefusedPlaces(file: input.file, rowPath: input.table.rowPath),
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

extension PartialMarket {
  /// Reports markets whose last definition lacks runners, and markets without any runner.
  fileprivate static func doubts(of markets: [PartialMarket]) -> [String] {
    var doubts: [String] = []
    let empty = markets.filter { $0.missingCount == 0 }
    if let first = empty.first {
      doubts.append(
        "\(empty.count) markets have no runner in any definition, such as market \(first.id)")
    }
    let partial = markets.filter { $0.missingCount > 0 }
    if let first = partial.first {
      let count = partial.reduce(0) { $0 + $1.missingCount }
      doubts.append(
        "\(count) runners are missing in the last definition of \(partial.count) markets and are as "
          + "earlier ones left them, such as \(first.missingCount) of market \(first.id)")
    }
    return doubts
  }
}
