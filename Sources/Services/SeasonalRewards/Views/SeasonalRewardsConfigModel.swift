import Seasons
import Synchronization

/// The model of the view in which coaches add, edit and delete a season's rewards.
///
/// Other users may look at the rewards; their changes are refused before anything is sent.
public final class SeasonalRewardsConfigModel: Sendable {
  private let service: DataService
  private let content: Mutex<SeasonalRewardsConfigState>

  /// Makes the view's model; fetches nothing.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - isCoach: Whether the user is a coach.
  ///   - season: The season to show; nil for the current one.
  public init(_ service: DataService, isCoach: Bool, season: SeasonYear? = nil) {
    self.service = service
    content = Mutex(
      SeasonalRewardsConfigState(season: season ?? service.currentSeason, isCoach: isCoach))
  }

  /// The current state.
  public var state: SeasonalRewardsConfigState { content.withLock { $0 } }

  /// Fetches the season's rewards.
  ///
  /// - Returns: The rewards.
  /// - Throws: ``SeasonalRewardsError``, also kept in the state.
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
  ///   - createdBy: The creator.
  /// - Returns: The reward in the server's record.
  /// - Throws: ``SeasonalRewardsError``: `notCoach`, the form's first error, or the service's.
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
  ///   - request: The changes; ``RewardForm/updateRequest()`` builds them from a form.
  /// - Returns: The reward in the server's record.
  /// - Throws: ``SeasonalRewardsError``: `notCoach`, the change's first error, or the service's.
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

  /// Runs work that only coaches may do.
  private func changing<Value>(
    _ work: () async throws(SeasonalRewardsError) -> Value
  ) async throws(SeasonalRewardsError) -> Value {
    try await working { () async throws(SeasonalRewardsError) in
      guard state.isCoach else { throw .notCoach() }
      return try await work()
    }
  }

  /// Runs a piece of work, and updates the state.
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
