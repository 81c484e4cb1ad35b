import ColumnStore
import RunnerKeys

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
  /// The choices that facts of earlier runs depend on.
  public var facts = FactRules.standard
  /// The columns of questions before, in a program that answers one after another; nil for none.
  public var held: HeldColumns?
  /// Bytes that sums may take at a time; entities beyond that need another pass.
  package var sumBudget = 512 << 20

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
  /// The key for each of whose values the first ``top`` rows are kept; nil for the first of all.
  public var topKey: String?
  /// The rows that are shown, of those with runs enough; nil for all.
  public var having: RowFilter?
  /// Whether each window ends with a row of all runners that count, in place of each key the word
  /// `Dimension.everyone`.
  public var hasTotals = false

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

extension ReportQuestion {
  /// Makes sure that the key for whose values the first rows are kept is one of several.
  ///
  /// - Throws: ``ReportError`` `.unknownTopKey` where it is not.
  package func checkTopKey() throws(ReportError) {
    let keys = dimension.columnNames
    guard let topKey else { return }
    guard keys.count > 1, keys.contains(topKey) else {
      throw .unknownTopKey(found: topKey, among: keys)
    }
  }
}

extension ReportBatch {
  /// The batch with a question about all runners behind the others for each that has totals, and
  /// per question the place of that one.
  package var withTotals: (batch: ReportBatch, totals: [Int?]) {
    var batch = self
    let totals = questions.map { question -> Int? in
      let everyone = Dimension.ofEveryone
      guard question.hasTotals, question.dimension != everyone else { return nil }
      batch.questions.append(ReportQuestion(everyone, scope: question.scope))
      return batch.questions.count - 1
    }
    return (batch, totals)
  }
}
