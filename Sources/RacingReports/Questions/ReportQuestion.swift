/// One report to compute: what to group by, what counts, and which rows to show in which order.
public struct ReportQuestion: Sendable {
  /// What to group by.
  public var dimension: Dimension
  /// What counts, and how.
  public var scope: ReportScope
  /// Rows with fewer runs are dropped.
  public var minRuns = 0
  /// The order of each window's rows; nil for runs descending, then the keys' bytes.
  public var order: RowOrder?
  /// How many rows of each window to show, at least 1; nil for all.
  public var top: Int?

  /// Asks for a report.
  ///
  /// - Parameters:
  ///   - dimension: What to group by.
  ///   - scope: What counts, and how.
  public init(_ dimension: Dimension, scope: ReportScope = ReportScope()) {
    self.dimension = dimension
    self.scope = scope
  }
}
