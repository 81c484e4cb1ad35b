import Columns
import Seasons

/// A team's season: what its ledger, roster and rewards come to.
public struct SeasonReport: Equatable, Sendable {
  /// The season.
  public var season: SeasonYear
  /// Σ points of the members' transactions.
  public var teamTotal: Int64
  /// How many runners are members.
  public var activeRosterCount: Int
  /// The season's rewards in display order.
  public var rewards: [SeasonReward]
  /// Members, and others with points in the season: highest first.
  public var runners: [SeasonRunner]
  /// The members' points by activity type, highest first.
  public var activities: [ActivityPoints]
  /// The members' points by week, in time order; weeks without points are left out.
  public var weeks: [WeekPoints]
  /// The members' points by week and activity type.
  public var weekActivities: [WeekActivity]
  /// Where the service has reported other figures.
  public var differences: [SeasonDifference]
}

/// A reward, and how far the team is.
public struct SeasonReward: Equatable, Sendable {
  /// The reward's number.
  public var id: Int64
  /// What it is; nil where nobody said.
  public var description: String?
  /// The points it takes.
  public var pointThreshold: Int64
  /// Its place among the rewards.
  public var displayOrder: Int?
  /// When the transaction was that reached the threshold, µs since 1970 UTC; nil as long as none did.
  public var achievedAt: Int64?
  /// How far the team is, 0 to 100.
  public var progressPercentage: Double

  /// Whether the team reached the threshold once; a lower total afterwards changes nothing.
  public var isAchieved: Bool { achievedAt != nil }
}

/// A runner's points in the season.
public struct SeasonRunner: Equatable, Sendable {
  /// The runner's key.
  public var id: String
  /// The runner's name; nil where the roster has none.
  public var name: String?
  /// UA or NU; nil where the roster lacks the runner.
  public var team: String?
  /// Whether the runner is active; nil where nobody said.
  public var isActive: Bool?
  /// The year of graduation, where it is known.
  public var graduationClass: Int?
  /// Whether the points count for the team.
  public var isMember: Bool
  /// The place among members, 1 for most points; nil for others.
  ///
  /// Runners of equal points share a rank.
  public var rank: Int?
  /// Σ points.
  public var points: Int64
  /// How many transactions they came with.
  public var activityCount: Int64
}

/// The points of an activity type.
public struct ActivityPoints: Equatable, Sendable {
  /// The type; nil for transactions without one.
  public var activityType: String?
  /// Σ points.
  public var points: Int64
  /// How many transactions they came with.
  public var activityCount: Int64
}

/// The points of a week.
public struct WeekPoints: Equatable, Sendable {
  /// The week's Monday.
  public var monday: Day
  /// Σ points.
  public var points: Int64
  /// How many transactions they came with.
  public var activityCount: Int64
  /// Σ points up to the week's end.
  public var cumulativePoints: Int64
}

/// The points of an activity type in a week.
public struct WeekActivity: Equatable, Sendable {
  /// The week's Monday.
  public var monday: Day
  /// The points.
  public var activity: ActivityPoints
}
