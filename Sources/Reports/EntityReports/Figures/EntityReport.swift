import Columns
import Questions
import Racing
import RunnerKeys

/// One dimension's report: its rows in the order they are printed.
public struct EntityReport: Sendable {
  /// The keys that it is grouped by.
  public let dimension: Dimension
  /// The columns after the keys.
  package var columns: ReportColumns { rows.columns }
  /// The names of all columns.
  public var header: [String] { columns.header(of: dimension) }
  /// The rows: by window in the order requested, then in the question's order.
  public let rows: ReportRows

  package init(dimension: Dimension, rows: ReportRows) {
    self.dimension = dimension
    self.rows = rows
  }

  /// One entity in one window.
  public struct Row: Sendable {
    /// The entity's keys.
    public let keys: [String]
    /// The window.
    public let window: Window
    /// The first day the window covers.
    public let from: Day
    /// The last day the window covers.
    public let to: Day
    /// The exact sums.
    public let figures: EntityFigures

    /// The report's columns after the keys.
    package var columns: ReportColumns { figures.columns }
  }
}

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

extension EntityReport.Row {
  /// The row's cells: the keys, then one per column of the report's `ReportColumns.names`.
  ///
  /// Computing many rows' cells together is faster: see ``ReportRows/visitCells(of:_:)``.
  public var cells: [ReportCell] {
    keys.map { .text($0) } + [.text(window.name), .text(from.iso), .text(to.iso)] + figures.cells
  }

  /// Returns the cell of a column after the keys, as the report prints it.
  ///
  /// - Parameter column: One of the report's `ReportColumns.names`.
  /// - Returns: The cell; nil if no column has that name.
  public subscript(column: String) -> ReportCell? {
    figures.columns.names.firstIndex(of: column).map { cells[keys.count + $0] }
  }
}
