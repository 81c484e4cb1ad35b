import ColumnStore
import Columns
import Kernels
import Questions
import Racing
import RunnerKeys

/// Computes reports from a snapshot.
public struct ReportJob: Sendable {
  /// The tables that reports, cards and features read; a snapshot of them is enough.
  public static let tables: Set<String> = [RacingTables.races, RacingTables.runners]

  /// Lists the tables for reports of some figures; place bets with the tote need the dividends.
  ///
  /// - Parameter figures: The figures of each report.
  /// - Returns: The tables' names.
  public static func tables(for figures: [FigureChoice]) -> Set<String> {
    figures.contains { $0.bets.contains(.placeTote) }
      ? tables.union([RacingTables.dividends]) : tables
  }

  private let plan: ReportPlan
  private let snapshot: Snapshot
  /// The months to read.
  private let months: [MonthView]
  /// The only day whose runners' entities are wanted; nil for all entities.
  private let cardDay: Day?
  /// The kept sums of earlier months; nil if the job keeps none.
  private let kept: CachedSumsPlan?

  /// Prepares reports that differ only in their dimension.
  ///
  /// - Parameters:
  ///   - request: The dimensions and their scope.
  ///   - snapshot: The store's state to compute from.
  /// - Throws: `ReportError` `.noRaces` when no race lies before the as-of date, `.unknownColumn`
  ///   when a report lacks the column that its rows are ordered by, `.store` when races are
  ///   damaged.
  public init(_ request: ReportRequest, from snapshot: Snapshot) throws(ReportError) {
    try self.init(request.batch, from: snapshot)
  }

  /// Prepares reports of any kind.
  ///
  /// - Parameters:
  ///   - batch: The questions.
  ///   - snapshot: The store's state to compute from.
  /// - Throws: `ReportError` `.noRaces` when no race lies before an as-of date, `.unknownColumn`
  ///   when a report lacks the column that its rows are ordered by, `.store` when races are
  ///   damaged.
  public init(_ batch: ReportBatch, from snapshot: Snapshot) throws(ReportError) {
    try self.init(batch, from: snapshot, onCardOf: nil)
  }

  /// Prepares reports of one day's runners only: the same figures for less work.
  package init(_ batch: ReportBatch, from snapshot: Snapshot, onCardOf day: Day?)
    throws(ReportError)
  {
    let facts = try snapshot.priced(batch.facts)
    let plan = try ReportPlan(
      batch.priced(by: facts.market!), raceDays: try snapshot.raceDays(), in: snapshot.store)
    self.plan = plan
    let batch = plan.batch
    // A row that is compared with other rows needs all of them.
    cardDay = batch.questions.contains { $0.scope.figures.comparesRows } ? nil : day
    self.snapshot = snapshot
    for scope in plan.scopes {
      guard let price = scope.figures.price else { continue }
      let known = snapshot.namedPrices
      guard known.contains(price.column) else {
        throw .unknownPrice(place: scope.betsPlace ?? "--bets", found: price.column, among: known)
      }
    }
    kept = batch.keepsSums && day == nil ? CachedSumsPlan(batch, plan.scopes, snapshot) : nil
    months = try snapshot.monthViews(from: kept?.monthCount ?? 0, threads: batch.threads)
  }

  /// The number of runners to visit, for progress: all runners without kept sums, once per kind of
  /// terms.
  public var runnerCount: Int {
    Set(scopes.map(\.terms)).count * months.reduce(0) { $0 + $1.runners.rowCount }
  }

  /// Computes all reports.
  ///
  /// - Parameter progress: Takes the number of starters added, from any thread.
  /// - Returns: The reports and their summaries.
  /// - Throws: `ReportError` `.store` when runners have values that no import writes.
  public func run(
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws(ReportError) -> ReportResult {
    try answer(progress: progress).result
  }

  /// Computes all reports, and the entity of each runner.
  package func answer(
    progress: @escaping @Sendable (Int) -> Void
  ) throws(ReportError) -> (result: ReportResult, codes: [Dimension: EntityCodes]) {
    BLAS.useThreads(1)
    // With kept sums the job does not read all months, and a card does not use all entities.
    let held = kept == nil && cardDay == nil ? batch.held : nil
    let known = held?.columns(of: snapshot, batch.aliases, batch.facts)
    var columns =
      known?.columns
      ?? KeyColumns(
        months: months, after: kept?.months ?? [], snapshot: snapshot, aliases: batch.aliases,
        rules: batch.facts)
    columns.prepare(
      batch.questions.flatMap(\.dimension.keys).compactMap { RunnerFact(rawValue: $0) },
      threads: batch.threads)
    let codes = entityCodes(&columns, known?.entities.mapValues(\.codes) ?? [:])
    let countries = snapshot.dictionary("country")
    let masks = try FilterMasks(scopes.compactMap(\.filter), &columns, threads: batch.threads)
    guard columns.areSound, codes.values.allSatisfy(\.isSound) else { throw damage }
    let entities = (known?.entities ?? [:]).merging(
      codes.filter { known?.entities[$0.key] == nil }.mapValues {
        OrderedEntities($0, threads: batch.threads)
      }
    ) { own, _ in own }
    held?.hold(columns, entities, of: snapshot, batch.aliases, batch.facts)
    let rankings = entities.mapValues { RowRanking($0) }
    let groups = ReportGroup.groups(
      scopes, countries: (0..<countries.count).map { countries[$0] }
    ) { masks[$0.filter] }
    var passes = batch.questions.map { _ in [[ReportRows.Pass]]() }
    var populations = [Population?](repeating: nil, count: scopes.count)
    var coverage = [[MonthCoverage]](repeating: [], count: scopes.count)
    for group in groups {
      let places = PlaceColumns.all(
        months, of: snapshot, for: group.rules.figures, threads: batch.threads)
      let scan = Scan(
        months: months, places, group: group, threads: batch.threads, holdsMonths: held != nil)
      let tasks = tasks(group, codes)
      for pass in tasks {
        let figures = pass.map { windowFigures($0, group.cohorts[$0.cohort]) }
        var sums = try sums(scan, pass, figures, group, isWhole: tasks.count == 1, progress)
        guard sums.isSound else { throw damage }
        if let kept = kept?.sums { sums.add(kept.populations(group.cohorts)) }
        for (task, windows) in zip(pass, figures) {
          let order = rankings[task.dimension]!
            .order(windows.runs(threads: batch.threads), threads: batch.threads)
          // The cells of several passes together would exceed the memory limit.
          passes[task.question].append(
            windows.rows(
              order, keepsCells: groups.count * tasks.count == 1, threads: batch.threads))
        }
        for member in group.members {
          populations[member.scope] = sums.populations[member.cohort]
          coverage[member.scope] = self.coverage(sums, member.cohort)
        }
      }
    }
    var result = plan.result(
      passes, batch.questions.map { rankings[$0.dimension]! }, populations.map { $0! },
      factBytes: columns.factBytes
    ) { fields in
      // Unread earlier months may have the fact.
      kept?.sums == nil ? columns.absences(of: fields) : []
    }
    for index in result.answers.indices { result.answers[index].months = coverage[index] }
    // All columns have been read.
    try snapshot.confirmReports()
    return (result, codes)
  }

  // MARK: - Implementation

  private var batch: ReportBatch { plan.batch }
  private var scopes: [ResolvedScope] { plan.scopes }

  /// The error for values that no import writes.
  private var damage: ReportError {
    .store(snapshot.damage(in: Self.tables, threads: batch.threads))
  }

  /// Returns the counts of a cohort by month; none if kept sums replace some months.
  private func coverage(_ sums: ScanSums, _ cohort: Int) -> [MonthCoverage] {
    kept?.sums == nil
      ? sums.months.map { MonthCoverage(months[$0.index], $0.populations[cohort]) } : []
  }

  private func entityCodes(
    _ columns: inout KeyColumns, _ known: [Dimension: EntityCodes]
  ) -> [Dimension: EntityCodes] {
    var codes: [Dimension: EntityCodes] = [:]
    for dimension in Set(batch.questions.map(\.dimension)) {
      if let found = known[dimension] {
        codes[dimension] = found
        continue
      }
      let all = EntityCodes(
        dimension, &columns, known: kept?.sums?.pairs(dimension) ?? [], threads: batch.threads)
      codes[dimension] =
        cardDay.map { day in all.narrowed(to: months.map { $0.rows(on: day) }) } ?? all
    }
    return codes
  }

  /// Prepares a task's windows for two scans, of months whose sums are kept and of later ones.
  private func windowFigures(_ task: Scan.Task, _ cohort: Cohort) -> WindowFigures {
    WindowFigures(
      task.entities, bands: cohort.bands,
      stretches: batch.threads * (kept?.newMonthCount == nil ? 1 : 2),
      after: kept?.stretch(task, cohort), minRuns: plan.minRuns(task.question),
      hasOptional: batch.questions[task.question].scope.figures.needsOptionalSums)
  }

  /// Splits entities into passes whose sums fit the memory limit.
  private func tasks(_ group: ReportGroup, _ codes: [Dimension: EntityCodes]) -> [[Scan.Task]] {
    var passes: [[Scan.Task]] = [[]]
    var room = 1.0
    for member in group.members where member.scope < batch.questions.count {
      let cell = EntityCells.entityBytes(of: group.rules.figures) * max(1, batch.threads)
      let capacity = max(1024, batch.sumBudget / cell)
      let entities = codes[batch.questions[member.scope].dimension]!
      var first = 0
      repeat {
        var count = min(entities.count - first, Int(room * Double(capacity)))
        if count == 0 && entities.count > first {
          passes.append([])
          room = 1
          count = min(entities.count - first, capacity)
        }
        passes[passes.count - 1].append(
          Scan.Task(
            question: member.scope, dimension: batch.questions[member.scope].dimension,
            cohort: member.cohort, codes: entities,
            entities: Int32(first)..<Int32(first + count)))
        room -= Double(count) / Double(capacity)
        first += count
      } while first < entities.count
    }
    return passes
  }

  /// Computes the sums of all months to read, and keeps those for later runs.
  private func sums(
    _ scan: Scan, _ pass: [Scan.Task], _ figures: [WindowFigures], _ group: ReportGroup,
    isWhole: Bool, _ progress: @Sendable (Int) -> Void
  ) throws(ReportError) -> ScanSums {
    guard isWhole, let kept, let newMonthCount = kept.newMonthCount else {
      return scan.sums(pass, into: figures, of: months.indices, progress: progress)
    }
    let cut = newMonthCount - kept.monthCount
    var sums = scan.sums(pass, into: figures, of: 0..<cut, progress: progress)
    guard sums.isSound else { return sums }
    // Kept sums of damaged rows would outlast the damage.
    try ReportError.ofStore { () throws(StoreError) in try kept.checkMonths() }
    kept.keep(sums, of: pass, figures, group.cohorts)
    sums.append(
      scan.sums(
        pass, into: figures, from: batch.threads, of: cut..<months.count, progress: progress))
    return sums
  }
}
