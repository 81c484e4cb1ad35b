import ColumnStore
import Columns
import Foundation
import Mappings
import RaceMerging
import Racing
import RowReading
import TabularFiles
import StoreTables

/// Stores a part of a file in the tables that its rows feed.
struct RowStore {
  let writer: StoreWriter
  /// Guards the dictionaries: one part is stored while the next is read.
  let naming = NSLock()
  /// The refused rows of the file's parts so far, in their order.
  let refused: RefusedDraft
  fileprivate let job: ImportJob
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

  /// Prepares to store a file's rows, or rows that an import refused and a retry reads again.
  init(
    _ job: ImportJob, _ step: FileImport, _ writer: StoreWriter, of first: ImportedFile? = nil,
    _ retried: RetriedRaces? = nil, apartFrom before: AppendCheck? = nil,
    open: OpenRefusals? = nil, twins: TwinRaces? = nil
  ) {
    (self.job, self.writer, self.before, self.open) = (job, writer, before, open)
    (self.first, self.retried, self.twins) = (first, retried, twins)
    importID = step.imported.id
    refused = RefusedDraft(writer, bound: job.refusedBound)
  }

  /// Whether a part may be stored while the next is read.
  fileprivate var isBeside: Bool { job.threads > 1 && before != nil }

  /// Stores a part's rows.
  ///
  /// - Parameters:
  ///   - part: The rows.
  ///   - rowsBefore: The number of the file's rows before them.
  /// - Returns: Their counts; nil where some may be stored already, and none was added.
  /// - Throws: `ImportError` when a segment or the aliases cannot be read, or a segment cannot be
  ///   written.
  func store(_ part: SourceTable, rowsBefore: Int) throws(ImportError) -> StoredCounts? {
    let draft = RefusedDraft(writer, bound: job.refusedBound)
    let rows = part.checkedRows(importID: importID, refusedTo: draft)
    if before == nil {
      job.workProgress(.uncounted)
      tell("sorting", part, part.rows.rowCount)
    }
    let stored =
      try part.mapping.feeds.isOfRacing ? racing(part, rows, draft) : reported(part, rows, draft)
    guard var counts = stored else { return nil }
    counts.rowsRead = part.rows.rowCount
    counts.doubts.spellings += part.otherSpellings
    if part.mapping.feeds == .runners {
      counts.doubts += RowDoubts(rows, today: Day(Int32(job.now / 86_400_000_000)))
    }
    let found = try onStore { () throws(StoreError) in RefusedColumns(try draft.rows()) }
    let keys = RowKeys(part.rows, of: part.mapping, dictionary: writer.dictionary)
    naming.withLock {
      counts.settle(found, keys, among: open) { row in
        var row = part.keyed(row)
        row.line = part.fileRow(row.row) + rowsBefore
        refused.append(row)
      }
    }
    return counts
  }

  // MARK: - Implementation

  /// Reports a step without a measure of its progress.
  private func tell(_ step: String, _ part: SourceTable, _ rows: Int) {
    job.progress("\(step) \(part.file.name), \(TextCount.grouped(rows)) rows")
  }

  /// Stores rows of a club, a sportsbook or a betting service.
  private func reported(
    _ part: SourceTable, _ rows: CheckedRows, _ draft: RefusedDraft
  ) throws(ImportError) -> StoredCounts {
    let table = part.mapping
    let rows = NamelessAwards(writer: writer, mapping: table).refused(in: rows, to: draft)
    return try onStore { () throws(StoreError) in
      if table.feeds.isOfBetting {
        return try BettingImport(writer: writer, feeds: table.feeds).merge(rows.accepted)
      }
      if table.feeds.isOfSupport {
        return try SupportImport(writer: writer, feeds: table.feeds).merge(rows.accepted)
      }
      guard table.feeds.isOfClub else {
        return try PromotionImport(writer: writer, feeds: table.feeds, isRetry: first != nil)
          .merge(rows.accepted)
      }
      let zone = job.mapping.zone(of: table.feeds)
      let reportedAt = first?.importedAt ?? job.now
      return try ClubImport(
        writer: writer, feeds: table.feeds, zone: zone, now: reportedAt, isRetry: first != nil,
        hasExactKeys: table.fields[SeasonTables.transactionKey.name]?.isExact ?? false
      ).merge(rows.accepted)
    }
  }

  private func racing(
    _ part: SourceTable, _ rows: CheckedRows, _ draft: RefusedDraft
  ) throws(ImportError) -> StoredCounts? {
    let runners = RunnerImport(
      writer: writer, threads: job.threads, key: part.mapping.key ?? TableMapping.standardKey,
      absent: Set(["position", "outcome"].filter { part.rows[$0] == nil }), naming: naming)
    // A file that is read month by month has one source.
    let sources = before == nil ? rows.bySource(refusedTo: draft) : [rows]
    var counts = StoredCounts()
    for ofSource in sources {
      var identity = RaceIdentity(
        writer, part.raceKeys, looksAtStored: before == nil || part.raceKeys.hasCourse,
        refusedTo: draft)
      let (rows, groups) = try onStore { () throws(StoreError) in
        try identity.settled(RepeatedOffs.settled(ofSource), naming)
      }
      counts.doubts += identity.doubts
      switch part.mapping.feeds {
      case .runners:
        guard let stored = try store(rows, groups, of: part, by: runners, draft) else {
          return nil
        }
        counts += stored
      case .dividends:
        counts += try onStore { () throws(StoreError) in
          try storeDividends(rows, part.mapping.duplicates, runners, draft)
        }
      default: preconditionFailure("a side file has no rows of its own to store")
      }
    }
    return counts
  }

  private func store(
    _ rows: CheckedRows, _ groups: RaceGroups?, of part: SourceTable, by runners: RunnerImport,
    _ draft: RefusedDraft
  ) throws(ImportError) -> StoredCounts? {
    let splitsRaces = part.mapping.splitsRaces
    let rows = splitsRaces ? SplitRaces(writer).joined(rows) : rows
    let unique = Deduplication(
      rows, key: runners.key, policy: part.mapping.duplicates,
      groups: splitsRaces ? nil : groups, refusedTo: draft)
    var waiting = MatchedRows(rows: unique.rows, kept: unique.kept, groups: unique.groups)
    var repeats = unique.repeats
    var counts = StoredCounts()
    repeat {
      var matched = waiting
      // Rows that touch no stored month or race have nothing to match.
      if before == nil {
        tell("matching", part, matched.kept.count)
        let aliases = try onFile { () throws(FileError) in
          if let aliases = job.aliases { aliases } else { try NameAliases(of: writer) }
        }
        let matching = RaceMatching(
          writer: writer, aliases: aliases, importID: importID, splitsRaces: splitsRaces,
          draft: draft)
        try onStore { () throws(StoreError) in
          try matching.match(&matched)
          if let retried { matched.rows = try retried.amended(matched.rows, kept: matched.kept) }
        }
      }
      let races = twins.flatMap { twins in naming.withLock { twins.races(of: matched) } }
      guard let stored = try store(matched, by: runners) else { return nil }
      if let races { twins?.add(races, of: importID) }
      counts += stored
      let (dates, later) = (matched.rows.dates, Set(matched.later))
      for (row, count) in repeats where !later.contains(row) {
        counts.addDuplicates(count, in: Month(of: Day(dates[Int(row)])))
      }
      repeats = repeats.filter { later.contains($0.row) }
      waiting = MatchedRows(rows: unique.rows, kept: matched.later)
    } while !waiting.kept.isEmpty
    return counts
  }

  /// Stores matched rows.
  private func store(
    _ matched: MatchedRows, by runners: RunnerImport
  ) throws(ImportError) -> StoredCounts? {
    try onStore { () throws(StoreError) in
      guard
        var counts = try runners.merge(
          matched.rows, kept: matched.kept, groups: matched.groups, apartFrom: before,
          progress: { month, rows in
            job.progress("writing \(month.iso)")
            // The rows of a part are reported while they are read.
            if before == nil { job.workProgress(ImportWork(rows: rows, of: matched.kept.count)) }
          })
      else { return nil }
      try runners.rejoin(matched.monthsOfMovedDividends)
      counts += matched.counts
      return counts
    }
  }

  private func storeDividends(
    _ rows: CheckedRows, _ policy: TableMapping.DuplicatePolicy, _ runners: RunnerImport,
    _ draft: RefusedDraft
  ) throws(StoreError) -> StoredCounts {
    let unique = Deduplication(
      rows, key: .dividend(of: rows.table), expected: "a pool and a combination", policy: policy,
      refusedTo: draft)
    let (linked, kept) = try LinkedDividends(writer: writer, links: RaceLinks(writer)).applied(
      to: unique.rows.without(Field.ofDividendRaces), kept: unique.kept)
    var (counts, months) = try DividendImport(writer: writer).merge(linked, kept: kept)
    try runners.rejoin(months)
    counts.duplicates += unique.duplicateCount + unique.kept.count - kept.count
    return counts
  }
}

/// A part of a file that is stored while the next part is read.
///
/// Each of the two has stretches that only one thread can work on, or that wait for the disk; run
/// side by side, one fills the gaps of the other.
struct PendingPart {
  private let target: RowStore
  private var task: BackgroundTask<Result<StoredCounts?, ImportError>>?
  /// The result where the part was stored at once.
  private var outcome: Result<StoredCounts?, ImportError>?

  /// Begins without a part.
  init(_ target: RowStore) { self.target = target }

  /// Starts to store a part; its memory must not change until the part is finished.
  ///
  /// - Parameters:
  ///   - part: The part; no other may be unfinished, and the caller must not ask the writer for
  ///     rows meanwhile.
  ///   - rowsBefore: The number of the file's rows before it.
  mutating func begin(_ part: SourceTable, rowsBefore: Int) {
    precondition(task == nil && outcome == nil, "one part after the other")
    // Safety: the caller leaves the writer and the job alone until the part is finished; both
    // threads use the encoders only under `naming`.
    nonisolated(unsafe) let target = target
    let work: @Sendable () -> Result<StoredCounts?, ImportError> = {
      Result { () throws(ImportError) in try target.store(part, rowsBefore: rowsBefore) }
    }
    if target.isBeside { task = BackgroundTask(work) } else { outcome = work() }
  }

  /// Waits for the current part, if there is one, and adds the counts of its rows.
  ///
  /// - Parameter counts: The counts of the parts before.
  /// - Returns: False where some of the part's rows may be stored already, and none was added.
  /// - Throws: `ImportError` when the part could not be stored.
  mutating func finish(into counts: inout StoredCounts) throws(ImportError) -> Bool {
    guard let done = task?.value() ?? outcome else { return true }
    task = nil
    outcome = nil
    guard let part = try done.get() else { return false }
    counts += part
    return true
  }
}
