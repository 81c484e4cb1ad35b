import ColumnStore

/// Several questions that are answered together.
///
/// Questions of one as-of date, commission and place terms share one pass over the races, whatever
/// their dimensions, windows and filters are.
public struct ReportBatch: Sendable {
  /// The questions, in the order of the answers.
  public var questions: [ReportQuestion]
  /// The scope of the run's own summary.
  public var scope: ReportScope
  /// Spellings that stand for one name.
  public var aliases = NameAliases()
  /// Number of worker threads.
  public var threads = 1
  /// Whether sums of old months are kept in the store's folder, for the next run to begin with.
  ///
  /// The answer is the same. Nothing is kept, and all months are read, where sums of old months may
  /// change with later ones, where questions differ in as-of date, commission or place terms, where
  /// they ask for other bets than the standard ones or for figures of chance, or
  /// where the folder cannot be written.
  public var keepsSums = false
  /// Bytes that sums may take at a time; entities beyond that need another pass.
  var sumBudget = 512 << 20

  /// Asks for several reports.
  ///
  /// - Parameters:
  ///   - questions: The questions, in the order of the answers.
  ///   - scope: What the run's own summary counts.
  public init(_ questions: [ReportQuestion], scope: ReportScope = ReportScope()) {
    self.questions = questions
    self.scope = scope
  }
}

/// One report to compute: what to group by, what counts, and which rows to show in which order.
public struct ReportQuestion: Sendable {
  /// The keys to group by.
  public var dimension: Dimension
  /// The scope.
  public var scope: ReportScope
  /// Rows with fewer runs are dropped.
  public var minRuns = 0
  /// The order of each window's rows; nil for runs descending, then the keys' bytes.
  public var order: RowOrder?
  /// The number of rows of each window to show, at least 1; nil for all.
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
