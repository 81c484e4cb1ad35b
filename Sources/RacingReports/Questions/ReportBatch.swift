import ColumnStore

/// Several questions that are answered together.
///
/// Questions of one as-of date, commission and place terms share one pass over the races, whatever
/// their dimensions, windows and filters are.
public struct ReportBatch: Sendable {
  /// The questions, in the order of the answers.
  public var questions: [ReportQuestion]
  /// What the run's own summary counts, whatever the questions ask.
  public var scope: ReportScope
  /// Spellings that stand for one name.
  public var aliases = NameAliases()
  /// How many threads may work.
  public var threads = 1
  /// Whether sums of old months are kept in the store's folder, for the next run to begin with.
  ///
  /// The answer is the same. Nothing is kept, and all months are read, where sums of old months may
  /// change with later ones, where questions differ in as-of date, commission or place terms, or where
  /// the folder cannot be written.
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
