import ColumnStore
import Columns
import Racing
import TabularFiles

extension ImportJob {
  /// Puts a file's rows into the store some months at a time, where neither these months nor the
  /// races are stored and the file has its races in order.
  ///
  /// What is stored is the same as of the whole file at once, but a part's memory is used again for
  /// the next but one: to claim new memory costs as much as to fill it, and a part stays in the cache.
  ///
  /// - Returns: What became of the rows; nil where the file has to be read as a whole, and nothing
  ///   was stored.
  func mergedInParts(
    _ step: ImportStep, _ sides: SideTables, _ writer: StoreWriter
  ) throws(ImportError) -> MergedFile? {
    let table = step.input.table
    guard table.feeds == .runners, step.retryOf == nil, sides.races.isEmpty, step.input.isPlain
    else { return nil }
    // More threads than cores, for whichever of reading and writing is behind the other.
    let runners = RunnerImport(
      writer: writer, threads: threads, key: table.key ?? TableMapping.standardKey)
    // A race that goes by several keys is found by any of them.
    guard writer.months(of: RacingTables.raceLinks).isEmpty else { return nil }
    let before = StoredBefore(writer)
    let fields = try sides.fields(of: step.input, threads: threads)
    let found = try onFile { () throws(FileError) in
      try SourceParts(
        of: step.input, fields: fields, mapping, threads: threads,
        partRows: partRows, isSummed: step.pending?.isSummedByReader ?? false,
        dictionary: writer.dictionary, naming: runners.naming)
    }
    guard var parts = found else { return nil }
    var merged = MergedFile()
    var adding = PartInHand(threads: threads, before: before)
    var isApart = true
    while true {
      let read = Result { () throws(FileError) in try parts.next() }
      // Whatever came of it, the part in hand is stored before anybody else uses the writer.
      isApart = try onStore { () throws(StoreError) in try adding.finish(into: &merged) }
      guard isApart else { break }
      guard let part = try onFile({ () throws(FileError) in try read.get() }) else { break }
      adding.begin(part, rowsBefore: parts.rowsBefore, step.id, runners, progress)
    }
    guard isApart, parts.areAll else {
      before.restore(writer)
      return nil
    }
    merged.rowsRead += parts.skippedCount
    merged.rejectedCount = merged.rejects.count + parts.skippedCount
    merged.sum = parts.fileSum()
    merged.unusedColumns = step.input.unusedColumns(mapping)
    let rows = RejectedRows(file: step.input.file, rowPath: table.rowPath)
    merged.located = rows.located(merged.rejects, parts.skippedCount)
    return merged
  }
}
