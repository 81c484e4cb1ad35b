import Seasons
import Synchronization

/// The view in which coaches add, edit and delete a season's rewards, without a screen.
///
/// Whoever is no coach may look at the rewards; a change is refused before anything is sent.
public final class SeasonalRewardsConfigModel: Sendable {
  private let service: DataService
  private let content: Mutex<SeasonalRewardsConfigState>

  /// Makes the view's model; nothing is fetched yet.
  ///
  /// - Parameters:
  ///   - service: What is asked.
  ///   - isCoach: Whether a coach looks at it.
  ///   - season: The season to show; nil for the current one.
  public init(_ service: DataService, isCoach: Bool, season: SeasonYear? = nil) {
    self.service = service
    content = Mutex(
      SeasonalRewardsConfigState(season: season ?? service.currentSeason, isCoach: isCoach))
  }

  /// What to show now.
  public var state: SeasonalRewardsConfigState { content.withLock { $0 } }

  /// Fetches the season's rewards.
  ///
  /// - Returns: The rewards.
  /// - Throws: ``SeasonalRewardsError``, which the state keeps too.
  @discardableResult
  public func load() async throws(SeasonalRewardsError) -> [SeasonalRewardDTO] {
    try await working { () async throws(SeasonalRewardsError) in
      let season = state.season
      let rewards = try await service.seasonalRewards(
        season: season.season.rawValue, year: String(season.year))
      content.withLock { $0.rewards = rewards }
      return rewards
    }
  }

  /// Adds a reward.
  ///
  /// - Parameters:
  ///   - form: The reward.
  ///   - createdBy: Who adds it.
  /// - Returns: The reward as the server keeps it.
  /// - Throws: ``SeasonalRewardsError``: `notCoach`, what is wrong with the form, or the service's.
  @discardableResult
  public func add(
    _ form: RewardForm, createdBy: String? = nil
  ) async throws(SeasonalRewardsError) -> SeasonalReward {
    try await changing { () async throws(SeasonalRewardsError) in
      try await service.createReward(
        try form.createRequest(for: state.season, createdBy: createdBy))
    }
  }

  /// Changes a reward.
  ///
  /// - Parameters:
  ///   - id: The reward.
  ///   - request: What changes; ``RewardForm/updateRequest()`` makes it of a form.
  /// - Returns: The reward as the server keeps it.
  /// - Throws: ``SeasonalRewardsError``: `notCoach`, what is wrong with the change, or the service's.
  @discardableResult
  public func edit(
    id: Int64, _ request: UpdateSeasonalRewardRequest
  ) async throws(SeasonalRewardsError) -> SeasonalReward {
    try await changing { () async throws(SeasonalRewardsError) in
      if let problem = request.problems.first { throw problem }
      return try await service.updateReward(id: id, request)
    }
  }

  /// Deletes a reward.
  ///
  /// - Parameter id: The reward.
  /// - Throws: ``SeasonalRewardsError``: `notCoach`, or the service's.
  public func remove(id: Int64) async throws(SeasonalRewardsError) {
    try await changing { () async throws(SeasonalRewardsError) in
      try await service.deleteReward(id: id)
    }
  }

  // MARK: - Implementation

  /// Does a coach's work.
  private func changing<Value>(
    _ work: () async throws(SeasonalRewardsError) -> Value
  ) async throws(SeasonalRewardsError) -> Value {
    try await working { () async throws(SeasonalRewardsError) in
      guard state.isCoach else { throw .notCoach() }
      return try await work()
    }
  }

  /// Does a piece of work, and keeps the state.
  private func working<Value>(
    _ work: () async throws(SeasonalRewardsError) -> Value
  ) async throws(SeasonalRewardsError) -> Value {
    content.withLock { $0.callCount += 1 }
    do {
      let value = try await work()
      content.withLock { ($0.callCount, $0.error) = ($0.callCount - 1, nil) }
      return value
    } catch {
      content.withLock { ($0.callCount, $0.error) = ($0.callCount - 1, error) }
      throw error
    }
  }
}
