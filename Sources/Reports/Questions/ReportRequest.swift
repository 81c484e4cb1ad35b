import ColumnStore
import Columns
import Racing
import RunnerKeys

/// A request for reports of several dimensions in one scope.
///
/// ``ReportBatch`` takes questions that differ in more than their dimension.
public struct ReportRequest: Sendable {
  /// The keys to group by, one report each.
  public var dimensions: [Dimension]
  /// The windows, in the order of the rows.
  public var windows: [Window]
  /// The runners that count; nil for all.
  ///
  /// Race facts come from the whole race all the same.
  public var filter: Filter?
  /// Only races before this day count; nil for the day after the last one.
  public var asOf: Day?
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
  /// Whether each window ends with a row of all runners that count.
  public var hasTotals = false
  /// The exchange's share of net winnings in a market.
  public var commission = Commission.standard
  /// Place terms for every race; nil chooses them by the race's country.
  public var placeTerms: PlaceTerms?
  /// The bets, and the figures of chance.
  public var figures = FigureChoice.standard
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
  /// Bytes that sums may take at a time; entities beyond that need another pass.
  var sumBudget = 512 << 20

  /// Asks for reports.
  ///
  /// - Parameters:
  ///   - dimensions: What to group by, one report each.
  ///   - windows: The windows, in the order of the rows; 1 to `Window.countLimit`, none twice.
  public init(dimensions: [Dimension], windows: [Window] = Window.standard) {
    self.dimensions = dimensions
    self.windows = windows
  }
}

extension ReportRequest {
  /// The request as a question per dimension.
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
