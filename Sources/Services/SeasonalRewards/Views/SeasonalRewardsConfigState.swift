import Seasons

/// A snapshot of the view of a season's rewards.
public struct SeasonalRewardsConfigState: Equatable, Sendable {
  /// The season shown.
  public var season: SeasonYear
  /// Whether the user is a coach, who may change rewards.
  public var isCoach: Bool
  /// Whether a call is running.
  public var isLoading: Bool { callCount > 0 }
  /// The rewards of the last fetch, in the server's order.
  public var rewards: [SeasonalRewardDTO] = []
  /// The error of the last fetch or change.
  public var error: SeasonalRewardsError?
  /// The number of running calls.
  var callCount = 0
  /// A free display order for a new reward: after all others.
  public var nextDisplayOrder: Int { (rewards.map(\.displayOrder).max() ?? 0) + 1 }
}
