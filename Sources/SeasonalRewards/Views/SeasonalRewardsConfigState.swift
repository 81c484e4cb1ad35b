import Seasons

/// What the view of a season's rewards shows: a snapshot.
public struct SeasonalRewardsConfigState: Equatable, Sendable {
  /// The season that is shown.
  public var season: SeasonYear
  /// Whether a coach looks at it, who may change rewards.
  public var isCoach: Bool
  /// Whether something is under way.
  public var isLoading: Bool { callCount > 0 }
  /// The rewards that were fetched last, in the server's order.
  public var rewards: [SeasonalRewardDTO] = []
  /// Why the last fetch or change failed.
  public var error: SeasonalRewardsError?
  /// Calls under way.
  var callCount = 0
  /// The display order that a new reward could have: behind all others.
  public var nextDisplayOrder: Int { (rewards.map(\.displayOrder).max() ?? 0) + 1 }
}
