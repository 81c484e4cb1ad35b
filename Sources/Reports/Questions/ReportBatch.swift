import ColumnStore
import Racing
import RunnerKeys

/// Several questions that are answered together.
///
/// Questions with equal as-of date, commission and place terms share one pass over the races, with
/// any dimensions, windows and filters.
public struct ReportBatch: Sendable {
  /// The questions, in the order of the answers.
  public var questions: [ReportQuestion]
  /// The scope of the run's own summary.
  public var scope: ReportScope
  /// Other spellings of names.
  public var aliases = NameAliases()
  /// Number of worker threads.
  public var threads = 1
  /// Whether sums of old months are kept in the store's folder for later runs.
  ///
  /// Answers do not change. Nothing is kept, and all months are read, if later months could change
  /// sums of old months, if questions differ in as-of date, commission or place terms, if they have
  /// bets other than the standard ones or figures of chance, or if the folder cannot be written.
  public var keepsSums = false
  /// Settings of the facts of earlier runs.
  public var facts = FactRules.standard
  /// The columns of earlier questions, in a program that answers several in turn; nil for none.
  public var held: HeldColumns?
  /// Largest number of bytes of sums in memory; more entities need another pass.
  package var sumBudget = 512 << 20

  /// Creates a batch of questions.
  ///
  /// - Parameters:
  ///   - questions: The questions, in the order of the answers.
  ///   - scope: The scope of the run's own summary.
  public init(_ questions: [ReportQuestion], scope: ReportScope = ReportScope()) {
    self.questions = questions
    self.scope = scope
  }
}

/// One report to compute: its keys and scope, and the rows to show in their order.
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
  /// The key whose values each keep their first ``top`` rows; nil to keep the first of all rows.
  public var topKey: String?
  /// The condition on rows with enough runs; nil for all.
  public var having: RowFilter?
  /// Whether each window ends with a row of all counted runners, with `Dimension.everyone` for each
  /// key.
  public var hasTotals = false

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - dimension: The keys to group by.
  ///   - scope: The runners that count, and the rules.
  public init(_ dimension: Dimension, scope: ReportScope = ReportScope()) {
    self.dimension = dimension
    self.scope = scope
  }
}

extension ReportQuestion {
  /// Checks that the key of the first rows is one of several keys.
  ///
  /// - Throws: ``ReportError`` `.unknownTopKey` if it is not.
  package func checkTopKey() throws(ReportError) {
    let keys = dimension.columnNames
    guard let topKey else { return }
    guard keys.count > 1, keys.contains(topKey) else {
      throw .unknownTopKey(found: topKey, among: keys)
    }
  }
}

extension ReportBatch {
  /// Returns the batch with a market in all its scopes, and in the facts of its keys and filters.
  ///
  /// - Parameter market: The market.
  /// - Returns: The batch.
  package func priced(by market: Market) -> ReportBatch {
    var batch = self
    batch.facts.market = market
    batch.scope.figures = scope.figures.priced(by: market)
    for place in batch.questions.indices {
      batch.questions[place].scope.figures =
        questions[place].scope.figures.priced(by: market)
    }
    return batch
  }

  /// The batch with a question about all runners added for each question with totals, and per
  /// question the index of the added one.
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
