import ColumnStore
import Columns
import Questions
import Racing
import RunnerKeys

/// The start of a run that keeps sums: the sums it begins with and those it leaves to the next.
struct KeptStart: Sendable {
  /// The sums to begin with; nil where all months have to be read.
  let sums: KeptSums?
  /// The months that the sums left behind reach up to, counted from the first; nil where what is
  /// kept stays as it is.
  let leaving: Int?

  private let question: KeptQuestion
  private let dictionaries: [String]
  private let snapshot: Snapshot
  private let threads: Int

  /// Finds what earlier runs have left; nil where the batch's sums cannot be kept.
  ///
  /// - Parameters:
  ///   - batch: What is asked.
  ///   - scopes: The scopes of its questions, and its own.
  ///   - snapshot: The state to compute from.
  init?(_ batch: ReportBatch, _ scopes: [ResolvedScope], _ snapshot: Snapshot) {
    guard Set(scopes.map(\.terms)).count == 1, scopes[0].figures == .standard,
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
      // The report is as of a day before those months were settled; the next will need them again.
      (sums, leaving) = (nil, nil)
    } else {
      sums = found
      leaving = KeptMonths.wanted(settled: settled, kept: found?.source.monthCount ?? 0)
    }
  }

  /// The number of months that need not be read.
  var monthCount: Int { sums?.source.monthCount ?? 0 }

  /// The months that need not be read.
  var months: [Month] {
    snapshot.segments(of: RacingTables.runners).prefix(monthCount).map(\.month)
  }

  /// A task's sums of the months that need not be read.
  func stretch(_ task: Scan.Task, _ cohort: Cohort) -> KeptStretch? {
    sums?.stretch(KeptTally(keys: task.dimension.keys, cohort: cohort.kept))
  }

  /// Makes sure that the months whose sums are left are as they were written.
  ///
  /// - Throws: ``StoreError`` `.corrupt` when one is damaged.
  func checkMonths() throws(StoreError) {
    let months = Set(
      snapshot.segments(of: RacingTables.runners)[monthCount..<(leaving ?? monthCount)].map(\.month)
    )
    for table in [RacingTables.races, RacingTables.runners] {
      let segments = snapshot.segments(of: table).filter { months.contains($0.month) }
      try snapshot.check(segments, threads: threads)
      for segment in segments { segment.letGo() }
    }
  }

  /// Leaves sums for the next run, if the system lets it.
  ///
  /// - Parameters:
  ///   - found: The sums of the months from ``monthCount`` up to ``leaving``.
  ///   - tasks: Whose sums they are: all entities of each question.
  ///   - cohorts: The tasks' cohorts.
  func leave(_ found: ScanSums, of tasks: [Scan.Task], _ cohorts: [Cohort]) {
    guard let leaving else { return }
    var whole = found
    if let sums { whole.add(sums.populations(cohorts)) }
    let text = KeptText(
      question, KeptSource(snapshot, monthCount: leaving, dictionaries: dictionaries),
      question.cohorts.map { kept in
        whole.populations[cohorts.firstIndex { $0.kept == kept }!]
      })
    let joined = joined(found, tasks, cohorts)
    let pairs = question.joinedKeys.flatMap { keys in
      tasks.first { $0.dimension.keys == keys }!.codes.pairs.map { KnownPairs($0) }
    }
    let isWritten = KeptFile.write(
      store: snapshot.store, name: question.fileName, text: KeptText.json(text),
      blocks: joined.flatMap(\.blocks) + pairs.flatMap(\.blocks),
      threads: threads)
    withExtendedLifetime((joined, pairs)) {}
    if isWritten { tidy() }
  }

  // MARK: - Implementation

  /// The number of files of sums that a store may have: one for each kind of report that is made
  /// again.
  private static let fileLimit = 16

  /// The cells of all months up to ``leaving``, tally by tally.
  private func joined(_ found: ScanSums, _ tasks: [Scan.Task], _ cohorts: [Cohort])
    -> [JoinedCells]
  {
    let tallies = question.tallies
    return ParallelTasks.map(count: tallies.count, threads: threads) { index in
      let place = tasks.firstIndex {
        $0.dimension.keys == tallies[index].keys && cohorts[$0.cohort].kept == tallies[index].cohort
      }!
      let kept = sums?.stretch(tallies[index])
      let cells = withExtendedLifetime(kept) {
        JoinedCells(
          (kept.map { [$0.bandCells] } ?? []) + found.tallies[place].map(\.bandCells),
          count: tasks[place].codes.count)
      }
      return cells
    }
  }

  /// Removes what no report of this state can begin with any more.
  private func tidy() {
    KeptFile.tidy(store: snapshot.store, limit: Self.fileLimit) { text in
      KeptText(text)?.source.isPart(of: snapshot) ?? false
    }
  }
}

extension KnownPairs {
  /// The blocks to write; valid as long as this or a copy of it lives.
  fileprivate var blocks: [KeptFile.Block] {
    [KeptFile.Block(pairs.pointer), KeptFile.Block(slots.pointer)]
  }
}

/// The months of a store whose sums are kept.
///
/// Months that lie behind all windows but `all`, and behind the runs that recent form weighs, have
/// left all age bands but the last: their sums are the same tomorrow.
enum KeptMonths {
  /// The number of months that could be kept and are not, so that a report as of some weeks ago can
  /// begin with the same sums.
  static let spare = 2
  /// With so many months to read that could have been kept, sums are kept anew.
  static let limit = 8

  /// Counts a store's first months that have left all age bands but the last.
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

  /// Counts the months to keep sums of from now on; nil for as many as there are already.
  ///
  /// - Parameters:
  ///   - settled: How many could be kept.
  ///   - kept: How many are kept.
  /// - Returns: The number of months, more than are kept.
  static func wanted(settled: Int, kept: Int) -> Int? {
    guard kept == 0 || settled - kept > limit else { return nil }
    return settled - spare > kept ? settled - spare : nil
  }
}
