import ColumnStore
import Columns
import Racing
import RunnerKeys

/// A request for reports of several dimensions in one scope.
///
/// To combine questions that differ in more than their dimension, use ``ReportBatch``.
public struct ReportRequest: Sendable {
  /// The keys to group by, one report each.
  public var dimensions: [Dimension]
  /// The windows, in the order of the rows.
  public var windows: [Window]
  /// The runners that count; nil for all.
  ///
  /// The filter does not change race facts, which use the whole race.
  public var filter: Filter?
  /// Only races before this day count; nil for the day after the last one.
  public var asOf: Day?
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
  /// Whether each window ends with a row of all runners that count.
  public var hasTotals = false
  /// The exchange's share of net winnings in a market.
  public var commission = Commission.standard
  /// Place terms for every race; nil chooses them by the race's country.
  public var placeTerms: PlaceTerms?
  /// The bets, and the figures of chance.
  public var figures = FigureChoice.standard
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
  /// Largest number of bytes of sums in memory; more entities need another pass.
  var sumBudget = 512 << 20

  /// Creates a request for reports.
  ///
  /// - Parameters:
  ///   - dimensions: The keys to group by, one report each.
  ///   - windows: The windows, in the order of the rows: 1 to `Window.countLimit`, without
  ///     duplicates.
  public init(dimensions: [Dimension], windows: [Window] = Window.standard) {
    self.dimensions = dimensions
    self.windows = windows
  }
}

extension ReportRequest {
  /// The request as one question per dimension.
  package var batch: ReportBatch {
    var scope = ReportScope(windows: windows)
    scope.filter = filter
    scope.asOf = asOf
    scope.commission = commission
    scope.placeTerms = placeTerms
    scope.figures = figures
    let questions = dimensions.map { dimension in
      var question = ReportQuestion(dimension, scope: scope)
      question.minRuns = minRuns
      question.order = order
      question.top = top
      question.topKey = topKey
      question.having = having
      question.hasTotals = hasTotals
      return question
    }
    var batch = ReportBatch(questions, scope: scope)
    batch.aliases = aliases
    batch.threads = threads
    batch.keepsSums = keepsSums
    batch.sumBudget = sumBudget
    batch.facts = facts
    return batch
  }
}
