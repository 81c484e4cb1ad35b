import ColumnStore
import Columns
import EntityReports
import Questions
import Racing
import RunnerKeys

/// One person's or horse's record: career, windows, best courses and last runs.
public struct Record: Sendable {
  /// The role of the name.
  package let role: RecordRole
  /// The name.
  public let name: String
  /// Other spellings of the name whose runs count, in order of their bytes.
  package let spellings: [String]
  /// Only races before this day count.
  package let asOf: Day
  /// The day of the first run; nil without any.
  public let firstRun: Day?
  /// All runs; nil without any.
  public let career: EntityReport.Row?
  /// The windows requested, and their rows; nil without a run.
  public let windows: [(window: Window, row: EntityReport.Row?)]
  /// The best courses by return at starting price, among those with enough runs.
  public let courses: [EntityReport.Row]
  /// The smallest number of runs at a listed course.
  package let minCourseRuns: Int
  /// The last runs, the newest first.
  public let runs: [RecordRun]
}

/// One start of a person or horse.
public struct RecordRun: Equatable, Sendable {
  /// The day of the race.
  public let day: Day
  /// The course.
  public let course: String?
  /// The number of the race on its card.
  package let raceNumber: Int?
  /// The race's name.
  package let raceName: String?
  /// The race's distance.
  package let distanceMetres: Int?
  /// The race's class.
  package let raceClass: String?
  /// The state of the ground.
  package let going: String?
  /// The weight carried.
  package let weightPounds: Decimal6?
  /// The handicapper's points.
  package let officialRating: Int?
  /// The starting stall.
  package let draw: Int?
  /// The outcome.
  public let outcome: Outcome
  /// The position; nil for a runner without one.
  public let position: Int?
  /// The field size as given, otherwise the number of starters.
  package let fieldSize: Int
  /// The lengths behind the winner.
  package let beatenLengths: Decimal6?
  /// The starting price.
  public let startingPrice: Decimal6?
  /// The exchange's starting price.
  package let betfairStartingPrice: Decimal6?
  /// The named prices.
  package let prices: [RunnerPrice]
  /// The horse.
  public let horse: String?
  /// Its jockey.
  public let jockey: String?
  /// Its trainer.
  public let trainer: String?

  /// Returns the price of a market; nil without it, and for the tote.
  package func price(of market: Market) -> Decimal6? {
    switch market {
    case .sp: startingPrice
    case .bsp: betfairStartingPrice
    default: prices.first { $0.name == market.name }?.price
    }
  }
}

/// A request for one name's record.
public struct RecordRequest: Sendable {
  /// The role of the name.
  public var role: RecordRole
  /// The name, as ``NameSearch`` gives it.
  public var name: String
  /// The windows: 1 to `Window.countLimit`, without duplicates.
  public var windows = Window.standard
  /// Only races before this day count; nil for the day after the last one.
  public var asOf: Day?
  /// The number of last runs to list.
  public var runCount = 20
  /// The number of courses to list.
  public var courseCount = 5
  /// Smallest number of runs at a course for its comparison.
  public var minCourseRuns: Int
  /// The runs that count; nil for all.
  public var filter: Filter?
  /// Settings of the facts in the condition.
  public var facts = FactRules.standard
  /// The bets, and the figures of chance.
  public var figures = FigureChoice.standard
  /// Other spellings of names.
  public var aliases = NameAliases()
  /// Number of worker threads.
  public var threads = 1

  /// Requests a record.
  ///
  /// - Parameters:
  ///   - role: The role of the name.
  ///   - name: The name, as ``NameSearch`` gives it.
  public init(_ role: RecordRole, _ name: String) {
    self.role = role
    self.name = name
    minCourseRuns = role.minCourseRuns
  }
}

/// The roles with records: the keys that name people and horses.
public enum RecordRole: String, CaseIterable, Sendable {
  case jockey
  case trainer
  case horse
  case owner
  case sire

  /// The default for the smallest number of runs at a course.
  package var minCourseRuns: Int { self == .horse ? 2 : 20 }
}
