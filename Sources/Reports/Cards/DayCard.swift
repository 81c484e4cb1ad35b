import Columns
import Questions
import Racing
import RunnerKeys

/// A day's races and runners, with figures of their people and horses before that day.
public struct DayCard: Sendable {
  /// The day; the figures count only races before it.
  public let day: Day
  /// The dimensions of the figures, in the order requested.
  package let dimensions: [Dimension]
  /// The windows of the figures, in the order requested.
  package let windows: [Window]
  /// The condition on the starts that the figures count; nil for all.
  package let filter: Filter?
  /// The angles to mark.
  package let angles: [Angle]
  /// The races in order of their off times, races without one last, by course.
  public let races: [CardRace]
}

/// A race of a day's card.
public struct CardRace: Sendable {
  /// The key of the race.
  package let raceID: String
  /// The scheduled off, µs since 1970 UTC.
  public let offTime: Int64?
  /// Its number on the course's card.
  package let number: Int?
  /// The course.
  public let course: String?
  /// The country's code.
  package let country: String?
  /// The race's name.
  public let name: String?
  /// Its class.
  package let raceClass: String?
  /// Whether it is a handicap.
  package let isHandicap: Bool?
  /// The state of the ground.
  package let going: String?
  /// The surface of the course.
  package let surface: String?
  /// The distance.
  package let distanceMetres: Int?
  /// The prize.
  package let prize: Decimal6?
  /// The field size given by the source, otherwise the number of runners without non-runners.
  package let fieldSize: Int
  /// The runners in the card's order: by number, runners without one last.
  public let runners: [CardRunner]
}

/// A runner of a day's card.
public struct CardRunner: Sendable {
  /// The number on the saddlecloth.
  public let number: Int?
  /// The starting stall.
  package let draw: Int?
  /// The source's key of the horse.
  package let horseID: String?
  /// The horse.
  public let horse: String?
  /// The horse's age in years.
  package let age: Int?
  /// The horse's sex.
  package let sex: String?
  /// The weight carried.
  package let weightPounds: Decimal6?
  /// The handicapper's points.
  package let officialRating: Int?
  /// The jockey.
  public let jockey: String?
  /// The trainer.
  public let trainer: String?
  /// The owner.
  package let owner: String?
  /// The horse's sire.
  package let sire: String?
  /// The horse's last starts before the day, ignoring the filter.
  package let form: CardForm
  /// The runner's result; a card shows it only on request.
  public let result: CardResult
  /// The angles that it meets, or may still meet, in the card's order.
  package let angles: [CardAngle]
  /// The figures, per dimension of the card.
  public let figures: [CardFigures]

  /// Whether it was withdrawn.
  package var isNonRunner: Bool { result.outcome == .nonRunner }
}

/// A horse's last runs.
package struct CardForm: Equatable, Sendable {
  /// The last six starts, the newest at the right; nil without any.
  package let recent: String?
  /// The day of the last start.
  package let lastRun: Day?
  /// The days since then.
  package let daysSinceLastRun: Int?
}

/// The result of a runner of a card.
public struct CardResult: Equatable, Sendable {
  /// The outcome; `unresolved` before the race.
  public let outcome: Outcome
  /// The position; nil for a runner without one.
  public let position: Int?
  /// The starting price.
  public let startingPrice: Decimal6?
  /// The exchange's starting price.
  package let betfairStartingPrice: Decimal6?
  /// The named prices.
  package let prices: [RunnerPrice]
}
