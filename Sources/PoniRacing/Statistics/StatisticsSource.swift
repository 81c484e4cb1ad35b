import Columns

/// Answers what a person's or horse's stored results say; the client itself stores nothing.
///
/// `DomainFeeds` answers from the column store, by the same code as the reports.
public protocol StatisticsSource: Sendable {
  /// What can go wrong; inferred from the implementation.
  associatedtype Failure: Error

  /// Figures of all persons, or horses, of a role with runs in the last year, as of a day.
  ///
  /// - Parameters:
  ///   - role: Whose figures.
  ///   - asOf: Only races before this day count; nil for the day after the last stored race.
  /// - Returns: One element per name; empty where nothing is stored.
  /// - Throws: The implementation's error, such as a store that cannot be opened.
  func statistics(
    for role: StatisticsRole, asOf: Day?
  ) async throws(Failure) -> [PersonStatistics]
}

/// Whose figures are asked for.
public enum StatisticsRole: String, Sendable, CaseIterable { case jockey, trainer, horse }

/// The figures of one person or horse as of a day.
public struct PersonStatistics: Sendable, Equatable {
  /// The name as it is stored.
  public let name: String
  /// Races before this day are counted.
  public let asOf: Day
  /// The last 30, 90 and 365 days, in this order.
  public let windows: [WindowStatistics]
  /// The last finishes, such as `1`, `3` and `PU`; the newest last, as the report's `recent_form`.
  public let recentForm: [String]

  /// Makes the figures of a person.
  public init(name: String, asOf: Day, windows: [WindowStatistics], recentForm: [String]) {
    self.name = name
    self.asOf = asOf
    self.windows = windows
    self.recentForm = recentForm
  }

  /// The figures of the last `days` days.
  public subscript(days days: Int) -> WindowStatistics? { windows.first { $0.days == days } }
}

/// What one window holds; every figure is the report's to its last digit.
public struct WindowStatistics: Sendable, Equatable {
  /// The window's length in days.
  public let days: Int
  /// Starts.
  public let runs: Int
  /// Wins.
  public let wins: Int
  /// Wins by starts, a fraction; nil without starts.
  public let winRate: StatisticsDecimal?
  /// Starts with a starting price: the sample of ``roi``.
  public let spBets: Int
  /// Profit by turnover of one unit on each priced start, a fraction; nil without prices.
  public let roi: StatisticsDecimal?

  /// Makes the figures of a window.
  public init(
    days: Int, runs: Int, wins: Int, winRate: StatisticsDecimal?, spBets: Int,
    roi: StatisticsDecimal?
  ) {
    self.days = days
    self.runs = runs
    self.wins = wins
    self.winRate = winRate
    self.spBets = spBets
    self.roi = roi
  }
}
