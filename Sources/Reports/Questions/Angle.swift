import Columns
import Racing
import RunnerKeys

/// A saved question about runners, with a name: the runners that a condition chooses, and the rules
/// by which bets on them are settled.
public struct Angle: Sendable {
  /// The name; no other angle has it in any case.
  public let name: String
  /// The condition that chooses the runners.
  public let filter: Filter
  /// The bets, and the probabilities of luck.
  package let figures: FigureChoice
  /// The exchange's share of net winnings in a market.
  package let commission: Commission
  /// Place terms for every race; nil chooses them by the race's country.
  package let placeTerms: PlaceTerms?
  /// The choices that facts of earlier runs depend on.
  package let facts: FactRules

  /// Names a question.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - filter: The condition that chooses the runners.
  ///   - scope: The rules of settlement and the figures; its days and filter play no part.
  ///   - facts: The choices that facts of earlier runs depend on.
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

  /// The name by which two angles are told apart.
  package var key: String { name.lowercased() }

  /// The facts of the condition that are known at the off or after the race only.
  package var laterFields: [String] { filter.fieldNames.filter(FilterField.isLater) }

  /// The scope of its report: one row of all runners that meet the condition.
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
