import Questions
import RunnerKeys

/// The question and the counts behind a report's numbers.
public struct ReportSummary: Sendable {
  /// The resolved scope: the runners that count, and the rules.
  public let scope: ResolvedScope
  /// Races before the as-of date in which a runner counts.
  public let races: Int
  /// Starters of these races.
  public let starters: Int
  /// Non-runners of these races.
  public let nonRunners: Int
  /// Runners of these races without a result, void ones included.
  public let unresolved: Int
  /// Price coverage per basis: sp, tote, bsp.
  public let prices: [PriceCoverage]
  /// Coverage of the named price of the bets; nil without such bets.
  package let namedPrice: PriceCoverage?
}

/// One question's report and its summary.
public struct ReportAnswer: Sendable {
  /// The question.
  public let question: ReportQuestion
  /// The rows.
  public let report: EntityReport
  /// The resolved question and the counts of its runners.
  public let summary: ReportSummary
  /// The facts that the question uses and some source lacks.
  package let absences: [FactAbsence]
  /// Whether each window with rows ends with a row of all runners.
  package var endsWithTotals: Bool { question.hasTotals && report.dimension != .ofEveryone }
  /// The months before the as-of date, in time order; empty if the run did not read all of them.
  package var months: [MonthCoverage] = []

  package init(
    question: ReportQuestion, report: EntityReport, summary: ReportSummary, absences: [FactAbsence],
    months: [MonthCoverage] = []
  ) {
    self.question = question
    self.report = report
    self.summary = summary
    self.absences = absences
    self.months = months
  }
}

/// All reports of one run.
public struct ReportResult: Sendable {
  /// One answer per question, in the order of the questions.
  public internal(set) var answers: [ReportAnswer]
  /// The run's own counts.
  public let summary: ReportSummary
  /// Bytes of the facts of runners that the run computed.
  package let factBytes: Int

  /// The reports without questions and summaries.
  public var reports: [EntityReport] { answers.map(\.report) }

  /// The facts that some question uses and some source lacks, each once.
  package var absences: [FactAbsence] { FactAbsence.each(answers.map(\.absences)) }
}
