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
  /// The market of the figures and of the results' prices.
  package let market: Market
  /// The races in order of their off times, races without one last, by course.
  public package(set) var races: [CardRace]
  /// Whether prices on offer are shown.
  package internal(set) var hasOffers = false
  /// Whether chances and values are shown.
  package internal(set) var hasChances = false
  /// The column that orders the runners of a race; nil for their numbers.
  package var order: String?

  /// The column of the order, unless text and page show it anyway; nil without an order.
  package var addedColumn: String? {
    let shown = [
      "number", "draw", "horse", "age", "weight_lb", "jockey", "trainer", "recent_form",
      "days_since_last_run", "price", "chance", "value",
    ]
    return order.flatMap { shown.contains($0) ? nil : $0 }
  }

  /// The runners, without those withdrawn.
  package var runnerCount: Int {
    races.reduce(0) { $0 + $1.runners.count { !$0.isNonRunner } }
  }
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
  /// The field size given by the source, otherwise the number of runners without those withdrawn.
  package let fieldSize: Int
  /// The runners in the card's order: by number, runners without one last.
  public package(set) var runners: [CardRunner]
}
