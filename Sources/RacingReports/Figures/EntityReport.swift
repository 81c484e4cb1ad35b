import Columns

/// One dimension's report: its rows in the order they are printed.
public struct EntityReport: Sendable {
  /// What it is grouped by.
  public let dimension: Dimension
  /// The rows: by window in the order asked for, then as the question orders them.
  public let rows: ReportRows

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
  }
}

/// What the numbers of a run rest on.
public struct ReportSummary: Sendable {
  /// Only races before this day count.
  public let asOf: Day
  /// The windows asked for.
  public let windows: [Window]
  /// Which runners count; nil for all.
  public let filter: Filter?
  /// The place terms' name.
  public let placeTerms: String
  /// The exchange's rate, 10⁻⁶.
  public let commissionMicros: Int64
  /// How many spellings stand for other names.
  public let aliases: Int
  /// Races before the as-of date in which a runner counts.
  public let races: Int
  /// Their starters.
  public let starters: Int
  /// Their non-runners.
  public let nonRunners: Int
  /// Their runners without a result, void ones included.
  public let unresolved: Int
  /// Price coverage per basis: sp, tote, bsp.
  public let prices: [PriceCoverage]
}

/// One question's report and what it rests on.
public struct ReportAnswer: Sendable {
  /// What was asked.
  public let question: ReportQuestion
  /// The rows.
  public let report: EntityReport
  /// What they rest on.
  public let summary: ReportSummary
}

/// All reports of one run.
public struct ReportResult: Sendable {
  /// One answer per question, in the order asked for.
  public let answers: [ReportAnswer]
  /// What the run rests on.
  public let summary: ReportSummary

  /// The answers' reports alone.
  public var reports: [EntityReport] { answers.map(\.report) }
}
