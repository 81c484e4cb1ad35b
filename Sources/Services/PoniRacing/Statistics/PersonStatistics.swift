import Columns

/// The persons or horses that figures are about.
public enum StatisticsRole: String, Sendable, CaseIterable { case jockey, trainer, horse }

/// The figures of one person or horse as of a day.
public struct PersonStatistics: Sendable, Equatable {
  /// The name in the store.
  public let name: String
  /// Races before this day are counted.
  public let asOf: Day
  /// The last 30, 90 and 365 days, in this order.
  public let windows: [WindowStatistics]
  /// The last finishes, such as `1`, `3` and `PU`, newest last, as in the report's `recent_form`.
  public let recentForm: [String]

  /// Makes the figures of a person.
  public init(name: String, asOf: Day, windows: [WindowStatistics], recentForm: [String]) {
    self.name = name
    self.asOf = asOf
    self.windows = windows
    self.recentForm = recentForm
  }

  /// Returns the figures of the last `days` days.
  public subscript(days days: Int) -> WindowStatistics? { windows.first { $0.days == days } }
}

/// The figures of one window, exactly as in the report.
public struct WindowStatistics: Sendable, Equatable {
  /// The window's length in days.
  public let days: Int
  /// Starts.
  public let runs: Int
  /// Wins.
  public let wins: Int
  /// Wins divided by starts, a fraction; nil without starts.
  public let winRate: StatisticsDecimal?
  /// Starts with a starting price: the sample of ``roi``.
  public let spBets: Int
  /// Profit divided by turnover, for one unit on each priced start; nil without prices.
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
