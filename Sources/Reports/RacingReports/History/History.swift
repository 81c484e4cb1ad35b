import Columns
import Racing

/// The starts behind a report's rows, and the months that they come from.
public struct History: Sendable {
  /// The entities of the first rows, in the order of the rows.
  public let entities: [EntityHistory]
  /// The number of entities that the report's longest window has rows of.
  public let entityCount: Int
  /// The months before the as-of date, in time order.
  public let months: [MonthCoverage]
}

/// One entity's starts within the report's longest window.
public struct EntityHistory: Sendable {
  /// The entity's keys.
  public let keys: [String]
  /// The number of all its starts.
  public let startCount: Int
  /// The newest of them, in time order.
  public let starts: [EntityStart]
}

/// A start, settled as the report settles it.
public struct EntityStart: Sendable {
  /// The day of the race.
  public let day: Day
  /// The number of the race among all, in time order.
  public let race: Int
  /// The course.
  public let course: String?
  /// The state of the ground.
  public let going: String?
  /// The race's distance.
  public let distanceMetres: Int?
  /// The number of the race on its card.
  public let raceNumber: Int?
  /// The horse.
  public let horse: String?
  /// Its jockey.
  public let jockey: String?
  /// Its trainer.
  public let trainer: String?
  /// The number of starters.
  public let starters: Int
  /// The position; nil for a starter without one.
  public let position: Int?
  /// The end of the run.
  public let outcome: Outcome
  /// The starting price, 10⁻⁶; nil without one.
  public let sp: Int64?
  /// The chance of winning by the report's baseline, 10⁻⁹; 0 without a price.
  public let probability: Int64
  /// The return of one unit at each basis, 10⁻⁶; nil where there is no bet.
  ///
  /// The commission on an entity's bets in one market is taken from the last of them, so a negative
  /// return is possible there.
  public let returned: [Int64?]
}
