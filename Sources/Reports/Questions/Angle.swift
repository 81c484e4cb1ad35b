import Columns
import Racing
import RunnerKeys

/// A saved, named question about runners: a condition that chooses them, and rules to settle bets
/// on them.
public struct Angle: Sendable {
  /// The name, unique among angles regardless of case.
  public let name: String
  /// The condition that chooses the runners.
  public let filter: Filter
  /// The bets, and the probabilities of luck.
  package let figures: FigureChoice
  /// The exchange's share of net winnings in a market.
  package let commission: Commission
  /// Place terms for every race; nil chooses them by the race's country.
  package let placeTerms: PlaceTerms?
  /// Settings of the facts of earlier runs.
  package let facts: FactRules

  /// Creates a named question.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - filter: The condition that chooses the runners.
  ///   - scope: The rules of settlement and the figures; its days and filter are ignored.
  ///   - facts: Settings of the facts of earlier runs.
  public init(
    name: String, filter: Filter, scope: ReportScope = ReportScope(),
    facts: FactRules = .standard
  ) {
    self.name = name
    self.filter = filter
    figures = scope.figures
    commission = scope.commission
    placeTerms = scope.placeTerms
    self.facts = facts
  }

  /// The key that identifies the angle: its name in lower case.
  package var key: String { name.lowercased() }

  /// The fields of the condition that are known only at the off or after the race.
  package var laterFields: [String] { filter.fieldNames.filter(FilterField.isLater) }

  /// Returns the scope of its report: one row of all runners that meet the condition.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - asOf: Only races before this day count.
  ///   - bets: The bets of the report's columns.
  /// - Returns: The scope, with the figures of luck.
  package func scope(_ window: Window, asOf: Day, bets: [BetGroup]) -> ReportScope {
    var scope = ReportScope(windows: [window])
    scope.filter = filter
    scope.asOf = asOf
    scope.commission = commission
    scope.placeTerms = placeTerms
    scope.figures = figures
    scope.figures.bets = bets
    scope.figures.luck = .bh
    return scope
  }
}
