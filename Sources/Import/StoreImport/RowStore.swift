import ColumnStore
import Columns
import Foundation
import Mappings
import RaceMerging
import Racing
import RowReading
import StoreTables
import TabularFiles

/// Stores a file's rows, all together or a part at a time, in the tables that they feed.
///
/// A part is stored while the next is read: each of the two has stretches that only one thread can
/// work on, or that wait for the disk, and one fills the gaps of the other.
final class RowStore {
  let writer: StoreWriter
  /// Guards the dictionaries: one part is stored while the next is read.
  let naming = NSLock()
  /// The refused rows of the parts so far.
  let refusals: FileRefusals
  /// The counts of the parts so far.
  private(set) var counts = StoredCounts()
  /// The signs of several races in one, in the parts so far; none of a retry.
  private(set) var oddities = RaceOddities()
  private let job: ImportJob
  private let importID: Int
  /// The import whose refused rows these are; nil for the rows of a file.
  private let first: ImportedFile?
  /// Races of a retry that newer imports report too; nil for a whole file.
  private let retried: RetriedRaces?
  /// Months and races stored before this file; its rows must not touch them; nil for any.
  private let before: AppendCheck?
  /// The rows that earlier imports of the source still refuse; nil for none.
  private let open: OpenRefusals?
  /// Collects races for the check of doubtful days; nil to skip it.
  private let twins: TwinRaces?
  /// The names of the parts so far.
  private var names = NameTwins()

  /// Prepares to store a file's rows, or rows that an import refused and a retry reads again.
  init(
    _ job: ImportJob, _ step: FileImport, _ writer: StoreWriter, of first: ImportedFile? = nil,
    _ retried: RetriedRaces? = nil, selection: RowSelection? = nil,
    apartFrom before: AppendCheck? = nil, open: OpenRefusals? = nil, twins: TwinRaces? = nil
  ) {
    (self.job, self.writer, self.before, self.open) = (job, writer, before, open)
    (self.first, self.retried, self.twins) = (first, retried, twins)
    importID = step.imported.id
    refusals = FileRefusals(
      of: step.input, step.imported, in: RefusedDraft(writer, bound: job.refusedBound), selection)
  }

  /// Stores a file some months at a time, each part while the next is read.
  ///
  /// - Parameter months: The file.
  /// - Returns: False where it is not in order or has stored races; some of its rows may be stored
  ///   then.
  /// - Throws: `ImportError` when the file cannot be read or stored.
  func store(_ months: inout MonthParts) throws(ImportError) -> Bool {
    var pending: BackgroundTask<Result<StoredCounts?, ImportError>>?
    while true {
      let read = Result { () throws(ImportError) in try months.next() }
      // Finish the current part first, even after an error: until then only it may use the writer.
      if let done = pending?.value() {
        guard let part = try done.get() else { return false }
        counts += part
      }
      pending = nil
      guard let part = try read.get() else { break }
      let rowsBefore = months.rowsBefore
      if job.threads > 1 {
        // Safety: this thread leaves the writer and the job alone until the part is finished; both
        // threads use the encoders only under `naming`.
        nonisolated(unsafe) let (target, rows) = (self, part)
        pending = BackgroundTask {
          Result { () throws(ImportError) in try target.stored(rows, after: rowsBefore) }
        }
      } else {
        guard let part = try stored(part, after: rowsBefore) else { return false }
        counts += part
      }
    }
    guard months.areAll else { return false }
    try end(skipped: months.skippedCount)
    return true
  }

  /// Stores all rows of a file, or of a retry.
  ///
  /// - Parameter rows: The rows.
  /// - Throws: `ImportError` when a segment or the aliases cannot be read, or a segment cannot be
  ///   written.
  func store(_ rows: ImportRows) throws(ImportError) {
    guard let all = try stored(rows, after: 0) else {
      preconditionFailure("the whole file needs no order")
    }
    counts += all
    try end(skipped: rows.skippedCount)
  }

  // MARK: - Implementation

  /// Adds what only the whole file shows.
  private func end(skipped count: Int) throws(ImportError) {
    counts.skipped = count
    counts.rowsRead += count
    counts.doubts.names = try names.doubts(
      aliases: { () throws(ImportError) in try aliases() }, dictionary: writer.dictionary)
  }

  private func aliases() throws(ImportError) -> NameAliases {
    if let aliases = job.aliases { return aliases }
    return try onFile { () throws(FileError) in try NameAliases(of: writer) }
  }

  /// Stores a part's rows.
  ///
  /// - Returns: Their counts; nil where some may be stored already, and none was added.
  private func stored(
    _ part: ImportRows, after rowsBefore: Int
  ) throws(ImportError) -> StoredCounts? {
    var rows = part
    let keys = RowKeys(part.table, of: part.mapping, dictionary: writer.dictionary)
    let today = Day(Int32(job.now / 86_400_000_000))
    rows.check(importID: importID, today: today)
    if before == nil {
      job.workProgress(.uncounted)
      report("sorting", rows, rows.table.rowCount)
    }
    let stored =
      try rows.mapping.feeds.isOfRacing
      ? racing(rows) : reported(&rows)
    guard var counts = stored else { return nil }
    counts.rowsRead = rows.table.rowCount
    counts.doubts.spellings += rows.otherSpellings
    if rows.mapping.feeds == .runners {
      names.add(rows.table)
      counts.doubts += RowDoubts(rows, today: today)
    }
    let found = try onStore { () throws(StoreError) in RefusedColumns(try rows.refusals.rows()) }
    naming.withLock {
      refusals.add(found, of: part, after: rowsBefore, keys, among: open, to: &counts)
    }
    return counts
  }

  /// Reports a step without a measure of its progress.
  private func report(_ step: String, _ rows: ImportRows, _ count: Int) {
    job.progress("\(step) \(rows.file.name), \(TextCount.grouped(count)) rows")
  }

  /// Stores rows of a club, a sportsbook or a betting service.
  private func reported(_ rows: inout ImportRows) throws(ImportError) -> StoredCounts {
    let table = rows.mapping
    rows.refuseNamelessAwards(writer)
    let accepted = rows.accepted
    return try onStore { () throws(StoreError) in
      if table.feeds.isOfBetting {
        return try BettingImport(writer: writer, feeds: table.feeds).merge(accepted)
      }
      if table.feeds.isOfSupport {
        return try SupportImport(writer: writer, feeds: table.feeds).merge(accepted)
      }
      guard table.feeds.isOfClub else {
        return try PromotionImport(writer: writer, feeds: table.feeds, isRetry: first != nil)
          .merge(accepted)
      }
      let zone = job.mapping.zone(of: table.feeds)
      let reportedAt = first?.importedAt ?? job.now
      return try ClubImport(
        writer: writer, feeds: table.feeds, zone: zone, now: reportedAt, isRetry: first != nil,
        hasExactKeys: table.fields[SeasonTables.transactionKey.name]?.isExact ?? false
      ).merge(accepted)
    }
  }

  /// Stores checked rows of races; adds none and returns nil if some may be stored already.
  private func racing(_ rows: ImportRows) throws(ImportError) -> StoredCounts? {
    let runners = RunnerImport(writer: writer, threads: job.threads, naming: naming)
    // A file that is read month by month has one source.
    let sources = before == nil ? rows.bySource() : [rows]
    var counts = StoredCounts()
    for var ofSource in sources {
      RepeatedOffs.settle(&ofSource)
      var identity = RaceIdentity(
        writer, rows.raceKeys, readsStored: before == nil || rows.raceKeys.hasCourse)
      try onStore { () throws(StoreError) in try identity.settle(&ofSource, naming) }
      counts.doubts += identity.doubts
      switch rows.mapping.feeds {
      case .runners:
        guard let stored = try storeRunners(ofSource, by: runners) else { return nil }
        counts += stored
      case .dividends:
        counts += try onStore { () throws(StoreError) in
          try storeDividends(&ofSource, runners)
        }
      default: preconditionFailure("a side file has no rows of its own to store")
      }
    }
    return counts
  }

  private func storeRunners(
    _ rows: ImportRows, by runners: RunnerImport
  ) throws(ImportError) -> StoredCounts? {
    let splitsRaces = rows.mapping.splitsRaces
    var waiting = rows
    if splitsRaces { SplitRaces(writer).join(&waiting) }
    waiting.deduplicateRunners()
    if first == nil { oddities += RaceOddities(waiting) }
    var counts = StoredCounts()
    repeat {
      var matched = waiting
      var monthsOfMovedDividends: [Month] = []
      // Rows that touch no stored month or race have nothing to match.
      if before == nil {
        report("matching", matched, matched.kept.count)
        let matching = RaceMatching(
          writer: writer, aliases: try aliases(), importID: importID, splitsRaces: splitsRaces)
        try onStore { () throws(StoreError) in
          monthsOfMovedDividends = try matching.match(&matched)
          if let retried { matched.table = try retried.amended(matched.table, kept: matched.kept) }
        }
      }
      let races = twins.flatMap { twins in naming.withLock { twins.races(of: matched) } }
      guard let stored = try store(matched, by: runners, monthsOfMovedDividends) else {
        return nil
      }
      if let races { twins?.add(races, of: importID) }
      counts += stored
      let (dates, later) = (matched.table.dates, Set(matched.later))
      for (row, count) in waiting.repeats where !later.contains(row) {
        counts.addDuplicates(count, in: Month(of: Day(dates[Int(row)])))
      }
      waiting.repeats.removeAll { !later.contains($0.row) }
      (waiting.kept, waiting.groups) = (matched.later, nil)
    } while !waiting.kept.isEmpty
    return counts
  }

  /// Stores matched rows.
  private func store(
    _ matched: ImportRows, by runners: RunnerImport, _ monthsOfMovedDividends: [Month]
  ) throws(ImportError) -> StoredCounts? {
    try onStore { () throws(StoreError) in
      let stored = try runners.merge(matched, apartFrom: before) { month, rows in
        job.progress("writing \(month.iso)")
        // The rows of a part are reported while they are read.
        if before == nil { job.workProgress(ImportWork(rows: rows, of: matched.kept.count)) }
      }
      guard var counts = stored else { return nil }
      try runners.rejoin(monthsOfMovedDividends)
      counts += matched.counts
      return counts
    }
  }

  private func storeDividends(
    _ rows: inout ImportRows, _ runners: RunnerImport
  ) throws(StoreError) -> StoredCounts {
    rows.deduplicate(key: .dividend(of: rows.table), expected: "a pool and a combination")
    let (linked, kept) = try LinkedDividends(writer: writer, links: RaceLinks(writer)).applied(
      to: rows.table.without(Field.ofDividendRaces), kept: rows.kept)
    var (counts, months) = try DividendImport(writer: writer).merge(linked, kept: kept)
    try runners.rejoin(months)
    counts.duplicates += rows.duplicateCount + rows.kept.count - kept.count
    return counts
  }
}
