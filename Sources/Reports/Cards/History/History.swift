import Columns
import EntityReports
import Racing

/// The starts counted in a report's first rows, and the report's months.
public struct History: Sendable {
  /// The entities of the first rows, in the order of the rows.
  package let entities: [EntityHistory]
  /// The number of entities with a row in the report's longest window.
  package let entityCount: Int
  /// The months before the as-of date, in time order.
  package let months: [MonthCoverage]
}

/// One entity's starts within the report's longest window.
package struct EntityHistory: Sendable {
  /// The entity's keys.
  package let keys: [String]
  /// The number of all its starts.
  package let startCount: Int
  /// The newest of them, in time order.
  package let starts: [EntityStart]
}

/// A start with the report's settlement.
package struct EntityStart: Sendable {
  /// The day of the race.
  package let day: Day
  /// The index of the race among all races, in time order.
  package let race: Int
  /// The course.
  package let course: String?
  /// The state of the ground.
  package let going: String?
  /// The race's distance.
  package let distanceMetres: Int?
  /// The number of the race on its card.
  package let raceNumber: Int?
  /// The horse.
  package let horse: String?
  /// Its jockey.
  package let jockey: String?
  /// Its trainer.
  package let trainer: String?
  /// The number of starters.
  package let starters: Int
  /// The position; nil for a starter without one.
  package let position: Int?
  /// The outcome.
  package let outcome: Outcome
  /// The starting price, 10⁻⁶; nil without one.
  package let sp: Int64?
  /// The chance of winning by the report's baseline, 10⁻⁹; 0 without a price.
  package let probability: Int64
  /// The market's price, 10⁻⁶; nil without one.
  package let odds: Int64?
  /// The return of one unit at each basis, and at the market's price if it is one by name, 10⁻⁶;
  /// nil without a bet.
  ///
  /// The commission on an entity's bets in one market is subtracted from the last of them, so that
  /// return may be negative.
  package let returned: [Int64?]
}
