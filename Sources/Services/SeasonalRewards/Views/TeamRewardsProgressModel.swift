import Seasons
import Synchronization

/// The model of the view of a team's progress.
///
/// It fetches only in ``load()`` and ``refresh()``. If fetches overlap, the one that started last
/// counts.
public final class TeamRewardsProgressModel: Sendable {
  private let service: DataService
  private let onChange: @Sendable (TeamRewardsProgressState) -> Void
  private let content: Mutex<Content>

  private struct Content {
    var state: TeamRewardsProgressState
    /// The number of the fetch that started last.
    var fetch = 0
  }

  /// Makes the view's model; fetches nothing.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - isCoach: Whether the user is a coach.
  ///   - season: The season to show; nil for the current one.
  ///   - onChange: Receives each change, in order.
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

  /// The current state.
  public var state: TeamRewardsProgressState { content.withLock { $0.state } }
  /// Whether something is being fetched.
  public var isLoading: Bool { state.isLoading }
  /// The result of the last fetch.
  public var progress: SeasonalProgressResponse? { state.progress }
  /// The error of the last fetch.
  public var error: SeasonalRewardsError? { state.error }

  /// Fetches the season's progress, or takes it from the cache.
  public func load() async { await fetch(refreshing: false) }

  /// Fetches the season's progress past the cache: the pull to refresh.
  public func refresh() async { await fetch(refreshing: true) }

  /// Chooses another season; clears the view, and fetches nothing.
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

  /// Changes the content and reports a new state; under the lock, so that all see one order.
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
