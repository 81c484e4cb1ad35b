import Columns
import Kernels
import Racing
import RunnerKeys

/// The calibration of prices: tables of one shape, and their coverage.
public struct CalibrationReport: Sendable {
  /// The question.
  package let request: CalibrationRequest
  /// The as-of day.
  public let asOf: Day
  /// All races in one row, bins of probability, bands of odds, then a table per key.
  public let tables: [CalibrationTable]
  /// Per price basis, the numbers of races that count and of those that do not.
  package let coverage: [CalibrationCoverage]

  /// The names of the methods, in the order of the rows.
  package var baselineNames: [String] { request.baselines.map(\.rawValue) }
}

/// Rows by one grouping.
public struct CalibrationTable: Sendable {
  /// The grouping of a table's rows.
  public enum Grouping: Sendable, Equatable {
    /// All runners.
    case total
    /// `ProbabilityBin`.
    case bin
    /// `OddsBand`.
    case oddsBand
    /// A fact of races.
    case key(CalibrationKey)

    /// The file's name without its ending.
    public var name: String {
      switch self {
      case .total: "total"
      case .bin: "bins"
      case .oddsBand: "odds"
      case .key(let key): key.rawValue
      }
    }

    /// The column of the groups' names; nil for all runners together.
    package var column: String? {
      switch self {
      case .total: nil
      case .bin: "probability"
      case .oddsBand: "odds_band"
      case .key(let key): key.rawValue
      }
    }

    /// Whether a race's runners are in one group, so that scores of races make sense.
    package var isOfRaces: Bool {
      switch self {
      case .total, .key: true
      case .bin, .oddsBand: false
      }
    }
  }

  /// The grouping.
  public let grouping: Grouping
  /// The rows: by basis, baseline and window in the order of the question, then by group.
  public let rows: [CalibrationRow]
}

/// One group of runners at one price, by one method, in one window.
public struct CalibrationRow: Sendable {
  /// The price.
  public let basis: Market
  /// The method.
  public let baseline: Baseline
  /// The window.
  public let window: Window
  /// The first day the window covers.
  package let from: Day
  /// The last day the window covers.
  package let to: Day
  /// The group; nil in the table of all runners.
  public let group: String?
  /// The sums behind the figures.
  let sums: CalibrationSums
}

/// The races of one price basis before the as-of day that have a counted runner.
package struct CalibrationCoverage: Equatable, Sendable {
  /// The price.
  package let basis: Market
  /// Races that count.
  public internal(set) var races = 0
  /// Their runners that count.
  public internal(set) var runs = 0
  /// Races with a single starter.
  public internal(set) var oneStarter = 0
  /// Races without a starter placed first.
  public internal(set) var noWinner = 0
  /// Races in which a starter has no such price.
  public internal(set) var missingPrice = 0
  /// Per baseline, the largest difference of a counted race's sum of probabilities from 1; 10⁻⁹.
  public internal(set) var largestExcess: [Int64]

  mutating func add(_ other: CalibrationCoverage) {
    races += other.races
    runs += other.runs
    oneStarter += other.oneStarter
    noWinner += other.noWinner
    missingPrice += other.missingPrice
    for index in largestExcess.indices {
      largestExcess[index] = max(largestExcess[index], other.largestExcess[index])
    }
  }
}
