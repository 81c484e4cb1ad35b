/// A figure that the service has reported otherwise than the ledger tells.
public struct SeasonDifference: Equatable, Sendable {
  /// What is told in two ways.
  public enum Figure: String, CaseIterable, Sendable {
    /// The team's points.
    case teamTotal = "team_total_points"
    /// The number of members.
    case activeRoster = "active_roster_count"
    /// Whether a reward is reached.
    case isAchieved = "is_achieved"
    /// When a reward was reached.
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

  /// What is told in two ways.
  public var figure: Figure
  /// The reward's number or the runner's key; nil for the team.
  public var subject: String?
  /// What the ledger comes to.
  public var ledger: Value
  /// What the service has reported.
  public var reported: Value
  /// When it did, µs since 1970 UTC.
  public var reportedAt: Int64

  /// Two moments closer than this are the same, µs: the service stamps a reward after the points.
  static let sameMoment: Int64 = 60_000_000
}
