import Seasons

/// What the view of a team's progress shows: a snapshot.
public struct TeamRewardsProgressState: Equatable, Sendable {
  /// The season that is shown.
  public var season: SeasonYear
  /// Whether a coach looks at it.
  public var isCoach: Bool
  /// Whether something is being fetched.
  public var isLoading = false
  /// What was fetched last; stays after an error.
  public var progress: SeasonalProgressResponse?
  /// Why the last fetch failed.
  public var error: SeasonalRewardsError?

  /// What stands in the view's place for rewards.
  public enum Display: Equatable, Sendable {
    /// Nothing yet.
    case nothing
    /// The first fetch is under way.
    case loading
    /// There is nothing but an error; its text.
    case failed(String)
    /// Nobody is on the roster; the guide's text.
    case emptyTeam(String)
    /// There are no rewards; the guide's text for the reader.
    case noRewards(String)
    /// The rewards, in display order.
    case rewards([SeasonalRewardDTO])
  }

  /// What stands in the view's place for rewards.
  public var display: Display {
    guard let progress else {
      if let error { return .failed(error.description) }
      return isLoading ? .loading : .nothing
    }
    if progress.activeRosterCount == 0 { return .emptyTeam(SeasonalMessages.emptyTeam) }
    if progress.rewards.isEmpty {
      return .noRewards(SeasonalMessages.noRewards(isCoach: isCoach))
    }
    return .rewards(progress.rewards)
  }
}
