import Columns
import RunnerKeys

/// The numbers of starters with and without a price of one basis.
public struct PriceCoverage: Equatable, Codable, Sendable {
  /// Starters with a price.
  public var with = 0
  /// Starters without one.
  public var without = 0

  /// Creates counts, 0 by default.
  ///
  /// - Parameters:
  ///   - with: Starters with a price.
  ///   - without: Starters without one.
  package init(with: Int = 0, without: Int = 0) { (self.with, self.without) = (with, without) }
}

/// Counts of one month's runners that pass the report's filter.
package struct MonthCoverage: Sendable {
  /// The month, such as `2024-03`.
  package let month: String
  /// Races in which a runner counts.
  package let races: Int
  /// Starters of these races.
  package let starters: Int
  /// Non-runners of these races.
  package let nonRunners: Int
  /// Runners of these races without a result, void ones included.
  package let unresolved: Int
  /// Price coverage per basis: sp, tote, bsp.
  package let prices: [PriceCoverage]

  package init(_ month: MonthView, _ population: Population) {
    self.month = Month(of: Day(month.dates[0])).iso
    races = population.races
    starters = population.starters
    nonRunners = population.nonRunners
    unresolved = population.unresolved
    prices = population.prices
  }
}
