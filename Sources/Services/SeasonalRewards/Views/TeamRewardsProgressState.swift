import Seasons

/// A snapshot of the view of a team's progress.
public struct TeamRewardsProgressState: Equatable, Sendable {
  /// The season shown.
  public var season: SeasonYear
  /// Whether the user is a coach.
  public var isCoach: Bool
  /// Whether something is being fetched.
  public var isLoading = false
  /// The result of the last fetch; it stays after an error.
  public var progress: SeasonalProgressResponse?
  /// The error of the last fetch.
  public var error: SeasonalRewardsError?

  /// The content of the view's area for rewards.
  public enum Display: Equatable, Sendable {
    /// Nothing fetched yet.
    case nothing
    /// The first fetch is running.
    case loading
    /// Only an error; its text.
    case failed(String)
    /// The roster is empty; the text is the guide's.
    case emptyTeam(String)
    /// There are no rewards; the guide's text for the reader.
    case noRewards(String)
    /// The rewards, in display order.
    case rewards([SeasonalRewardDTO])
  }

  /// The content of the view's area for rewards.
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
