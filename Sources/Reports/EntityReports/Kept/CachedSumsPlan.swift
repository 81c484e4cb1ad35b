import ColumnStore
import Columns
import Questions
import Racing
import RunnerKeys

/// The sums that a run begins with, and those that it keeps for later runs.
struct CachedSumsPlan: Sendable {
  /// The sums to begin with; nil if all months must be read.
  let sums: KeptSums?
  /// Number of months that the new kept sums will cover; nil to leave the kept sums unchanged.
  let newMonthCount: Int?

  private let question: KeptQuestion
  private let dictionaries: [String]
  private let snapshot: Snapshot
  private let threads: Int

  /// Finds the sums of earlier runs; nil if the batch's sums cannot be kept.
  ///
  /// - Parameters:
  ///   - batch: The questions.
  ///   - scopes: The scopes of its questions, and its own.
  ///   - snapshot: The state to compute from.
  init?(_ batch: ReportBatch, _ scopes: [ResolvedScope], _ snapshot: Snapshot) {
    guard Set(scopes.map(\.terms)).count == 1, scopes[0].figures.isStandard,
      let question = KeptQuestion(batch, scopes, snapshot)
    else { return nil }
    self.question = question
    dictionaries = KeptQuestion.dictionaries(batch, scopes)
    self.snapshot = snapshot
    threads = batch.threads
    let settled = KeptMonths.settled(
      snapshot.segments(of: RacingTables.runners).map(\.month), asOf: scopes[0].asOf,
      windows: scopes.flatMap(\.windows))
    let found = KeptSums(question, snapshot, threads: threads)
    if let found, found.source.monthCount > settled {
      // As of this day those months are not settled yet; a later report will need the sums again.
      (sums, newMonthCount) = (nil, nil)
    } else {
      sums = found
      newMonthCount = KeptMonths.wanted(settled: settled, kept: found?.source.monthCount ?? 0)
    }
  }

  /// The number of months not to read.
  var monthCount: Int { sums?.source.monthCount ?? 0 }

  /// The months not to read.
  var months: [Month] {
    snapshot.segments(of: RacingTables.runners).prefix(monthCount).map(\.month)
  }

  /// Returns a task's sums of the months not to read.
  func stretch(_ task: Scan.Task, _ cohort: Cohort) -> KeptStretch? {
    sums?.stretch(KeptTally(keys: task.dimension.keys, cohort: cohort.kept))
  }

  /// Checks that the months of the new kept sums are undamaged.
  ///
  /// - Throws: ``StoreError`` `.corrupt` when one is damaged.
  func checkMonths() throws(StoreError) {
    let months = Set(
      snapshot.segments(of: RacingTables.runners)[monthCount..<(newMonthCount ?? monthCount)].map(
        \.month)
    )
    for table in [RacingTables.races, RacingTables.runners] {
      let segments = snapshot.segments(of: table).filter { months.contains($0.month) }
      try snapshot.check(segments, threads: threads)
      for segment in segments { segment.releasePages() }
    }
  }

  /// Writes sums for later runs, if the system allows it.
  ///
  /// - Parameters:
  ///   - found: The sums of the months from ``monthCount`` up to ``newMonthCount``.
  ///   - tasks: The tasks of the sums: all entities of each question.
  ///   - figures: The tasks' cells of all months up to ``newMonthCount``.
  ///   - cohorts: The tasks' cohorts.
  func keep(
    _ found: ScanSums, of tasks: [Scan.Task], _ figures: [WindowFigures], _ cohorts: [Cohort]
  ) {
    guard let newMonthCount else { return }
    var whole = found
    if let sums { whole.add(sums.populations(cohorts)) }
    let text = KeptText(
      question, KeptSource(snapshot, monthCount: newMonthCount, dictionaries: dictionaries),
      question.cohorts.map { kept in
        whole.populations[cohorts.firstIndex { $0.kept == kept }!]
      })
    let joined = joined(tasks, figures, cohorts)
    let pairs = question.joinedKeys.flatMap { keys in
      tasks.first { $0.dimension.keys == keys }!.codes.pairs.map { KnownPairs($0) }
    }
    let isWritten = KeptFile.write(
      store: snapshot.store, name: question.fileName, text: JSONText.text(text),
      blocks: joined.flatMap(\.blocks) + pairs.flatMap(\.blocks),
      threads: threads)
    withExtendedLifetime((joined, pairs)) {}
    if isWritten { tidy() }
  }

  // MARK: - Implementation

  /// Joins the cells of all months up to ``newMonthCount``, tally by tally.
  private func joined(_ tasks: [Scan.Task], _ figures: [WindowFigures], _ cohorts: [Cohort])
    -> [JoinedCells]
  {
    let tallies = question.tallies
    return ParallelTasks.map(count: tallies.count, threads: threads) { index in
      let place = tasks.firstIndex {
        $0.dimension.keys == tallies[index].keys && cohorts[$0.cohort].kept == tallies[index].cohort
      }!
      return JoinedCells(figures[place], count: tasks[place].codes.count)
    }
  }

  /// Removes files that no report of this state can begin with.
  private func tidy() {
    KeptFile.tidy(store: snapshot.store, limit: Limits.keptFiles) { text in
      KeptText(text)?.source.isPart(of: snapshot) ?? false
    }
  }
}

extension KnownPairs {
  /// The blocks to write; valid as long as this value or a copy of it.
  fileprivate var blocks: [KeptFile.Block] {
    [KeptFile.Block(pairs.pointer), KeptFile.Block(slots.pointer)]
  }
}

/// The months of a store whose sums are kept.
///
/// Months older than all windows but `all`, and older than recent form, are in the last age band
/// for good: a later as-of date does not change their sums.
enum KeptMonths {
  /// Number of the newest settled months that are not kept, so that a report as of a few weeks ago
  /// can begin with the same sums.
  static let spare = 2
  /// New sums are kept once more than this many settled months have to be read.
  static let limit = 8

  /// Counts a store's first months that are in the last age band for good.
  ///
  /// - Parameters:
  ///   - months: The store's months, in time order.
  ///   - asOf: The as-of date.
  ///   - windows: The windows of all scopes.
  /// - Returns: The number of months.
  static func settled(_ months: [Month], asOf: Day, windows: [Window]) -> Int {
    let longest = max(windows.compactMap(\.days).max() ?? 0, RecentCell.lastAge)
    // Days of earlier months are more than `longest` days before the as-of date.
    let first = Month(of: asOf - longest)
    return months.prefix { $0 < first }.count
  }

  /// Returns the number of months to keep sums of from now on; nil to leave them unchanged.
  ///
  /// - Parameters:
  ///   - settled: Number of months that could be kept.
  ///   - kept: Number of months kept now.
  /// - Returns: The number of months, larger than `kept`.
  static func wanted(settled: Int, kept: Int) -> Int? {
    guard kept == 0 || settled - kept > limit else { return nil }
    return settled - spare > kept ? settled - spare : nil
  }
}
