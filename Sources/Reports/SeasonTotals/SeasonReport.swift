import Columns
import Seasons

/// A team's season, computed from ledger, roster and rewards.
public struct SeasonReport: Equatable, Sendable {
  /// The season.
  public var season: SeasonYear
  /// Σ points of the members' transactions.
  public var teamTotal: Int64
  /// The number of members.
  public var activeRosterCount: Int
  /// The season's rewards in display order.
  public var rewards: [SeasonReward]
  /// Members, and other runners with points in the season: highest first.
  public var runners: [SeasonRunner]
  /// The members' points by activity type, highest first.
  public var activities: [ActivityPoints]
  /// The members' points by week, in time order; weeks without points are left out.
  public var weeks: [WeekPoints]
  /// The members' points by week and activity type.
  public var weekActivities: [WeekActivity]
  /// The differences from the service's reports.
  public var differences: [SeasonDifference]
  /// The origin of the figures.
  public var origin = SeasonOrigin()
}

/// The origin of a season's figures, and the rules of ours that do not apply to them.
public struct SeasonOrigin: Equatable, Sendable {
  /// The time of the service's report, µs since 1970 UTC, if total, members and rewards are the
  /// service's own: the store has neither transactions nor a roster of the season.
  public var reportedAt: Int64?
  /// Whether the rule of graduation classes is off: the service that reports names none.
  public var lacksClasses = false

  /// Makes the origin of figures by our rules.
  public init() {}

  /// Returns a sentence for the figures of the service, and one for a rule that is off.
  ///
  /// - Parameter moment: A point in time, µs since 1970 UTC, for people.
  /// - Returns: The sentences; none for figures by all of our rules.
  public func notes(_ moment: (Int64) -> String) -> [String] {
    let own = reportedAt.map { time in
      "Total, members and rewards are the service's own, reported at \(moment(time)): "
        + "the store has neither transactions nor a roster."
    }
    let off = lacksClasses ? "The rule of graduation classes is off: the store names none." : nil
    return [own, off].compactMap { $0 }
  }
}

/// A reward and the team's progress towards it.
public struct SeasonReward: Equatable, Sendable {
  /// The reward's number.
  public var id: Int64
  /// The description; nil if unknown.
  public var description: String?
  /// The points required.
  public var pointThreshold: Int64
  /// Its position among the rewards.
  public var displayOrder: Int?
  /// The time of the transaction that reached the threshold, µs since 1970 UTC; nil until then.
  public var achievedAt: Int64?
  /// The team's progress, 0 to 100.
  public var progressPercentage: Double
  /// Whether the service says so, in a report that has no other figures.
  var isReportedAchieved = false

  /// Whether the team ever reached the threshold; a lower total afterwards changes nothing.
  public var isAchieved: Bool { achievedAt != nil || isReportedAchieved }
}

/// A runner's points in the season.
public struct SeasonRunner: Equatable, Sendable {
  /// The runner's key.
  public var id: String
  /// The runner's name; nil if the roster has none.
  public var name: String?
  /// UA or NU; nil if the roster lacks the runner.
  public var team: String?
  /// Whether the runner is active; nil if unknown.
  public var isActive: Bool?
  /// The year of graduation, if known.
  public var graduationClass: Int?
  /// Whether the points count for the team.
  public var isMember: Bool
  /// The rank among members, 1 for most points; nil for others.
  ///
  /// Runners with equal points share a rank.
  public var rank: Int?
  /// Σ points.
  public var points: Int64
  /// The number of transactions.
  public var activityCount: Int64
}

/// The points of an activity type.
public struct ActivityPoints: Equatable, Sendable {
  /// The type; nil for transactions without one.
  public var activityType: String?
  /// Σ points.
  public var points: Int64
  /// The number of transactions.
  public var activityCount: Int64
}

/// The points of a week.
public struct WeekPoints: Equatable, Sendable {
  /// The week's Monday.
  public var monday: Day
  /// Σ points.
  public var points: Int64
  /// The number of transactions.
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
