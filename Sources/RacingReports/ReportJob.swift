import ColumnStore
import Columns
import Kernels
import Racing

/// Computes reports from a snapshot.
public struct ReportJob: Sendable {
  private let request: ReportRequest
  private let snapshot: Snapshot
  private let months: [MonthView]
  private let rules: ReportRules
  private let firstDay: Day

  /// Prepares reports.
  ///
  /// - Parameters:
  ///   - request: What to compute.
  ///   - snapshot: The store's state to compute from.
  /// - Throws: ``ReportError`` `.noRaces` when no race lies before the as-of date.
  public init(_ request: ReportRequest, from snapshot: Snapshot) throws(ReportError) {
    self.request = request
    self.snapshot = snapshot
    months = snapshot.monthViews()
    let asOf = request.asOf ?? months.last.map { Day($0.dates.pointer.last!) + 1 }
    guard let asOf, let first = months.first.map({ Day($0.dates[0]) }), first < asOf else {
      throw .noRaces(store: snapshot.store, asOf: request.asOf?.iso)
    }
    firstDay = first
    let countries = snapshot.dictionary("country")
    rules = ReportRules(
      request, asOf: asOf, countries: (0..<countries.count).map { countries[$0] })
  }

  /// The number of runners that a pass visits, for progress.
  public var runnerCount: Int { months.reduce(0) { $0 + $1.runners.rowCount } }

  /// Computes all reports.
  ///
  /// - Parameter progress: Told how many starters were added, from any thread.
  /// - Returns: The reports and what they rest on.
  public func run(progress: @escaping @Sendable (Int) -> Void = { _ in }) -> ReportResult {
    BLAS.useThreads(1)
    var columns = KeyColumns(months: months, snapshot: snapshot)
    let codes = request.dimensions.map { EntityCodes($0, &columns) }
    let scan = Scan(months: months, rules: rules, threads: request.threads)
    var rows = request.dimensions.map { _ in
      [[RankedRow]](repeating: [], count: request.windows.count)
    }
    var population = Population(bandCount: rules.bands.count)
    for pass in passes(codes) {
      let sums = scan.sums(pass, codes, progress: progress)
      population = sums.population
      for (task, sum) in zip(pass, sums.entities) {
        let windows = WindowFigures(sum.sums, population, rules, request.windows)
        for window in request.windows.indices {
          rows[task.dimension][window] += windows.rows(window, atLeast: request.minRuns)
        }
      }
    }
    let reports = request.dimensions.indices.map { index in
      report(request.dimensions[index], rows[index], codes[index])
    }
    return ReportResult(reports: reports, summary: summary(population))
  }

  // MARK: - Implementation

  /// Entities in passes whose sums fit the memory that is allowed.
  private func passes(_ codes: [EntityCodes]) -> [[Scan.Task]] {
    let cell = EntitySums.cellBytes * max(1, rules.bands.count) * max(1, request.threads)
    let capacity = max(1024, request.sumBudget / cell)
    var passes: [[Scan.Task]] = [[]]
    var room = capacity
    for (dimension, entities) in codes.enumerated() {
      var first = 0
      repeat {
        if room == 0 {
          passes.append([])
          room = capacity
        }
        let end = min(entities.count, first + room)
        passes[passes.count - 1].append(
          Scan.Task(dimension: dimension, entities: Int32(first)..<Int32(end)))
        room -= end - first
        first = end
      } while first < entities.count
    }
    return passes
  }

  private func report(
    _ dimension: Dimension, _ rows: [[RankedRow]], _ codes: EntityCodes
  ) -> EntityReport {
    var printed: [EntityReport.Row] = []
    for (window, rows) in zip(request.windows, rows) {
      // Sorting indices leaves the figures where they are.
      let order = rows.indices.sorted {
        rows[$0].figures.runs != rows[$1].figures.runs
          ? rows[$0].figures.runs > rows[$1].figures.runs
          : codes.precedes(rows[$0].code, rows[$1].code)
      }
      printed += order.map { index in
        EntityReport.Row(
          keys: codes.names(rows[index].code), window: window,
          from: window.days.map { rules.asOf - $0 } ?? firstDay, to: rules.asOf - 1,
          figures: rows[index].figures)
      }
    }
    return EntityReport(dimension: dimension, rows: printed)
  }

  private func summary(_ population: Population) -> ReportSummary {
    ReportSummary(
      asOf: rules.asOf, windows: request.windows,
      placeTerms: request.placeTerms?.name ?? "country",
      commissionMicros: rules.commission.rateMicros, races: population.races,
      starters: population.starters, nonRunners: population.nonRunners,
      unresolved: population.unresolved, prices: population.prices)
  }
}
