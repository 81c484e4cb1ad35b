/// A figure that differs between the service's report and the ledger.
public struct SeasonDifference: Equatable, Sendable {
  /// The differing figure.
  public enum Figure: String, CaseIterable, Sendable {
    /// The team's points.
    case teamTotal = "team_total_points"
    /// The number of members.
    case activeRoster = "active_roster_count"
    /// Whether a reward is reached.
    case isAchieved = "is_achieved"
    /// The time at which a reward was reached.
    case achievedDate = "achieved_date"
    /// A runner's points.
    case runnerPoints = "points"
  }

  /// A figure's value.
  public enum Value: Equatable, Sendable {
    /// A number of points or runners.
    case number(Int64)
    /// Yes or no.
    case flag(Bool)
    /// A moment, µs since 1970 UTC.
    case instant(Int64)
  }

  /// The differing figure.
  public var figure: Figure
  /// The reward's number or the runner's key; nil for the team.
  public var subject: String?
  /// The value from the ledger.
  public var ledger: Value
  /// The value in the service's report.
  public var reported: Value
  /// The time of the report, µs since 1970 UTC.
  public var reportedAt: Int64

  /// Times closer than this, in µs, are equal: the service stamps a reward after its points.
  static let sameMoment: Int64 = 60_000_000
}
