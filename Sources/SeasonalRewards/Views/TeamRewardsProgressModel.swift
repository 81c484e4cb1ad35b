import Seasons
import Synchronization

/// The view of a team's progress, without a screen: what it shows and what its user can do.
///
/// Nothing is fetched unless ``load()`` or ``refresh()`` is called. Of fetches that overlap the one
/// begun last counts.
public final class TeamRewardsProgressModel: Sendable {
  private let service: DataService
  private let onChange: @Sendable (TeamRewardsProgressState) -> Void
  private let content: Mutex<Content>

  private struct Content {
    var state: TeamRewardsProgressState
    /// The number of the fetch begun last.
    var fetch = 0
  }

  /// Makes the view's model; nothing is fetched yet.
  ///
  /// - Parameters:
  ///   - service: What is asked.
  ///   - isCoach: Whether a coach looks at it.
  ///   - season: The season to show; nil for the current one.
  ///   - onChange: Told each change, in order.
  public init(
    _ service: DataService, isCoach: Bool = false, season: SeasonYear? = nil,
    onChange: @escaping @Sendable (TeamRewardsProgressState) -> Void = { _ in }
  ) {
    self.service = service
    self.onChange = onChange
    content = Mutex(
      Content(
        state: TeamRewardsProgressState(
          season: season ?? service.currentSeason, isCoach: isCoach)))
  }

  /// What to show now.
  public var state: TeamRewardsProgressState { content.withLock { $0.state } }
  /// Whether something is being fetched.
  public var isLoading: Bool { state.isLoading }
  /// What was fetched last.
  public var progress: SeasonalProgressResponse? { state.progress }
  /// Why the last fetch failed.
  public var error: SeasonalRewardsError? { state.error }

  /// Fetches the season's progress, or takes what the service has kept for a while.
  public func load() async { await fetch(refreshing: false) }

  /// Fetches the season's progress anew, whatever is kept: the pull to refresh.
  public func refresh() async { await fetch(refreshing: true) }

  /// Shows another season; what was shown is gone, and nothing fetched yet.
  public func choose(_ season: SeasonYear) {
    change { content in
      guard content.state.season != season else { return }
      content.fetch += 1
      content.state = TeamRewardsProgressState(season: season, isCoach: content.state.isCoach)
    }
  }

  // MARK: - Implementation

  private func fetch(refreshing: Bool) async {
    let (number, season) = change { content in
      content.fetch += 1
      content.state.isLoading = true
      return (content.fetch, content.state.season)
    }
    let result: Result<SeasonalProgressResponse, SeasonalRewardsError>
    do {
      result = .success(
        try await service.teamSeasonalProgress(
          season: season.season.rawValue, year: String(season.year), refreshing: refreshing))
    } catch {
      result = .failure(error)
    }
    change { content in
      guard content.fetch == number else { return }
      content.state.isLoading = false
      switch result {
      case .success(let progress):
        content.state.progress = progress
        content.state.error = nil
      case .failure(let error): content.state.error = error
      }
    }
  }

  /// Changes the content and tells of a new state; under the lock, so that all see one order.
  @discardableResult
  private func change<Value: Sendable>(_ body: (inout Content) -> Value) -> Value {
    content.withLock { content in
      let before = content.state
      let value = body(&content)
      if content.state != before { onChange(content.state) }
      return value
    }
  }
}
