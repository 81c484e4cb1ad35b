import ColumnStore
import Columns
import EntityReports
import Questions
import Racing
import RunnerKeys

/// One person's or horse's record: career, windows, best courses and last runs.
public struct Record: Sendable {
  /// Whose record it is.
  package let role: RecordRole
  /// The name.
  public let name: String
  /// Other spellings of the name whose runs are counted, in order of their bytes.
  package let spellings: [String]
  /// Only races before this day count.
  package let asOf: Day
  /// The day of the first run; nil without any.
  public let firstRun: Day?
  /// All runs; nil without any.
  public let career: EntityReport.Row?
  /// The windows asked for, and their rows; nil where there is no run within.
  public let windows: [(window: Window, row: EntityReport.Row?)]
  /// The best courses by return at starting price, of those with enough runs.
  public let courses: [EntityReport.Row]
  /// The number of runs that are enough.
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
  /// The end of the run.
  public let outcome: Outcome
  /// The position; nil for a runner without one.
  public let position: Int?
  /// The field size as given, else the number of starters.
  package let fieldSize: Int
  /// The starting price.
  public let startingPrice: Decimal6?
  /// The prices that have names.
  package let prices: [RunnerPrice]
  /// The horse.
  public let horse: String?
  /// Its jockey.
  public let jockey: String?
  /// Its trainer.
  public let trainer: String?
}

/// Whose record to compute, and how much of it.
public struct RecordRequest: Sendable {
  /// Whose record.
  public var role: RecordRole
  /// The name, as ``NameSearch`` gives it.
  public var name: String
  /// The windows; 1 to `Window.countLimit`, none twice.
  public var windows = Window.standard
  /// Only races before this day count; nil for the day after the last one.
  public var asOf: Day?
  /// The number of last runs to list.
  public var runCount = 20
  /// The number of courses to list.
  public var courseCount = 5
  /// Courses with fewer runs are not compared.
  public var minCourseRuns: Int
  /// The runs that count; nil for all.
  public var filter: Filter?
  /// The choices that facts in the condition depend on.
  public var facts = FactRules.standard
  /// The bets, and the figures of chance.
  public var figures = FigureChoice.standard
  /// Spellings that stand for one name.
  public var aliases = NameAliases()
  /// Number of worker threads.
  public var threads = 1

  /// Asks for a record.
  ///
  /// - Parameters:
  ///   - role: Whose record.
  ///   - name: The name, as ``NameSearch`` gives it.
  public init(_ role: RecordRole, _ name: String) {
    self.role = role
    self.name = name
    minCourseRuns = role.minCourseRuns
  }
}

/// Whose record is asked for: the keys that stand for people and horses.
public enum RecordRole: String, CaseIterable, Sendable {
  case jockey
  case trainer
  case horse
  case owner
  case sire

  /// Courses with fewer runs are not compared, unless another number is asked for.
  package var minCourseRuns: Int { self == .horse ? 2 : 20 }
}
