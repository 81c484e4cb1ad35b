import Columns
import Questions
import Racing
import RunnerKeys

/// A run's questions with resolved as-of days; turns their sums into answers.
package struct ReportPlan: Sendable {
  /// The questions, and for each report with totals a question for all runners.
  package let batch: ReportBatch
  /// The questions' scopes, then the run's own.
  package let scopes: [ResolvedScope]
  /// Per question, the index of its question for totals.
  private let totals: [Int?]
  private let firstDay: Day

  /// Resolves the questions.
  ///
  /// - Parameters:
  ///   - batch: The questions.
  ///   - raceDays: The first and the last day with races; nil where there is none.
  ///   - store: The store's name, for messages.
  /// - Throws: ``ReportError`` `.noRaces` when no race lies before an as-of date, `.unknownColumn`
  ///   when a report lacks the column that its rows are ordered by.
  package init(
    _ batch: ReportBatch, raceDays: ClosedRange<Day>?, in store: String
  ) throws(ReportError) {
    let (batch, totals) = batch.withTotals
    self.batch = batch
    self.totals = totals
    var scopes: [ResolvedScope] = []
    for scope in batch.questions.map(\.scope) + [batch.scope] {
      let asOf = scope.asOf ?? raceDays.map { $0.upperBound + 1 }
      guard let raceDays, let asOf, raceDays.lowerBound < asOf else {
        throw .noRaces(store: store, asOf: scope.asOf?.iso)
      }
      scopes.append(ResolvedScope(scope, asOf: asOf, aliases: batch.aliases, facts: batch.facts))
    }
    self.scopes = scopes
    firstDay = raceDays!.lowerBound
    for question in batch.questions {
      precondition(question.top ?? 1 > 0, "the top of a report has at least one row")
      let columns = ReportColumns(question.scope.figures)
      _ = try question.order?.columnIndex(in: question.dimension, columns)
      try question.having?.check(in: question.dimension, columns)
      try question.checkTopKey()
    }
  }

  /// Returns the fewest runs of a question's rows; shrunk rates need all rows.
  package func minRuns(_ question: Int) -> Int {
    let question = batch.questions[question]
    return question.scope.figures.isShrunk ? 0 : question.minRuns
  }

  /// Computes the figures of all rows, and sorts and selects the rows of all questions.
  ///
  /// - Parameters:
  ///   - passes: Per question and pass over some of its entities, the windows' rows.
  ///   - rankings: Per question, the default order of its entities.
  ///   - populations: Per scope.
  ///   - factBytes: Bytes of the facts of runners.
  ///   - absences: Finds the facts among a question's fields that some source lacks.
  /// - Returns: The reports and their summaries.
  package func result(
    _ passes: [[[ReportRows.Pass]]], _ rankings: [RowRanking], _ populations: [Population],
    factBytes: Int = 0, absences: ([String]) -> [FactAbsence]
  ) -> ReportResult {
    let answers = totals.indices.map { index in
      let question = batch.questions[index]
      let asked = question.dimension.keys + (scopes[index].filter?.fieldNames ?? [])
      return ReportAnswer(
        question: question,
        report: report(
          index, passes[index], rankings[index], populations[index],
          totals: totals[index].flatMap { passes[$0].first }),
        summary: summary(index, populations[index]),
        absences: absences(asked))
    }
    let own = scopes.count - 1
    return ReportResult(
      answers: answers, summary: summary(own, populations[own]), factBytes: factBytes)
  }

  // MARK: - Implementation

  private func report(
    _ index: Int, _ passes: [[ReportRows.Pass]], _ ranking: RowRanking,
    _ population: Population, totals: [ReportRows.Pass]?
  ) -> EntityReport {
    let question = batch.questions[index]
    let scope = scopes[index]
    let columns = ReportColumns(scope.figures)
    let windows = zip(scope.windows, scope.bands.bandsOfWindow).map { window, bands in
      WindowFacts(
        window, before: scope.asOf, from: firstDay, all: population.totals(bands: bands),
        scope.commission)
    }
    let found = windows.indices.map { place in passes.map { $0[place] } }
    let whole = ReportRows(
      columns, windows: windows, found,
      found.map { passes in
        (
          passes.count > 1 ? ranking.places(passes) : nil,
          passes.reduce(0) { $0 + $1.codes.count }
        )
      }, codes: ranking.codes)
    func each(
      _ rows: ReportRows, _ choice: @Sendable (ReportRows, Int) -> ReportRows.Choice
    ) -> ReportRows {
      rows.showing(
        ParallelTasks.map(count: windows.count, threads: batch.threads) { choice(rows, $0) })
    }
    var rows = ReportRows.compared(
      [whole], minRuns: question.minRuns, threads: batch.threads)[0]
    if let having = question.having {
      rows = each(rows) { having.shown($0, $1, question.dimension) }
    }
    let sorting = RowSorting(question, ranking.codes)
    rows = each(rows) { sorting.shown($0, $1) }
    if let totals {
      let (codes, everyone) = ranking.codes.withEveryone
      rows = rows.ending(with: totals, as: everyone, of: codes)
    }
    return EntityReport(dimension: question.dimension, rows: rows)
  }

  private func summary(_ index: Int, _ population: Population) -> ReportSummary {
    ReportSummary(
      scope: scopes[index], races: population.races, starters: population.starters,
      nonRunners: population.nonRunners, unresolved: population.unresolved,
      prices: population.prices,
      namedPrice: scopes[index].figures.price.map { _ in population.namedPrice ?? PriceCoverage() })
  }
}
