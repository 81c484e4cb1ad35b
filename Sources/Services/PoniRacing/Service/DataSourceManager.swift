import APICore
import Columns
import Foundation
import Synchronization

/// The racing data of an app: one entry point for all sources.
///
/// Races come from a ``RacingDataSource``, the live service by default; statistics come from a
/// ``StatisticsSource``, which needs stored results. Data is invented only if ``MockRacingSource``
/// is set as the source, and is then marked.
///
/// Any number of tasks may use it at the same time. ``stateUpdates`` gives an app the state to show
/// beside the data.
public final class DataSourceManager: Sendable {
  /// The manager for programs that need only one.
  public static let shared = DataSourceManager()

  /// The live service.
  public let realDataService: RealDataService
  let cache: any RaceCache
  private let parts: Mutex<Parts>
  private let broadcast: StateBroadcast

  private struct Parts {
    var source: any RacingDataSource
    var statistics: (any StatisticsSource)?
  }

  /// Makes a manager.
  ///
  /// - Parameters:
  ///   - service: The live service.
  ///   - source: The source of races; nil for the live service.
  ///   - statistics: The source of statistics from stored results; nil for none.
  ///   - cache: The cache of race lists.
  public init(
    service: RealDataService = .shared, source: (any RacingDataSource)? = nil,
    statistics: (any StatisticsSource)? = nil, cache: any RaceCache = MemoryRaceCache()
  ) {
    realDataService = service
    self.cache = cache
    let source = source ?? LiveRacingSource(service)
    parts = Mutex(Parts(source: source, statistics: statistics))
    broadcast = StateBroadcast(RacingState(sourceName: source.sourceName))
  }

  /// The source of races.
  public var source: any RacingDataSource { parts.withLock { $0.source } }

  /// The source of statistics from stored results.
  public var statistics: (any StatisticsSource)? { parts.withLock { $0.statistics } }

  /// Uses another source of races from now on; the cache is emptied.
  public func use(_ source: any RacingDataSource) {
    parts.withLock { $0.source = source }
    cache.removeAll()
    broadcast.change { $0.sourceName = source.sourceName }
  }

  /// Uses a source of statistics from stored results.
  public func use(statistics: any StatisticsSource) {
    parts.withLock { $0.statistics = statistics }
  }

  // MARK: - The key

  /// Sets the key, if it is valid.
  ///
  /// - Parameter key: The RapidAPI key.
  /// - Returns: Whether it has at least 32 characters, all letters or digits; otherwise the old key
  ///   stays. Letters of any alphabet pass, as in the service's own guide.
  public func configureAPIKey(_ key: String) -> Bool {
    guard Self.isValidAPIKey(key) else { return false }
    realDataService.updateAPIKey(key)
    return true
  }

  /// Whether a text can be a key.
  public static func isValidAPIKey(_ key: String) -> Bool {
    key.count >= 32 && key.allSatisfy { $0.isLetter || $0.isNumber }
  }

  /// Whether the live service can be used: it needs a key of the right form.
  public var canUseRealData: Bool { realDataService.hasValidAPIKey }

  // MARK: - State

  /// The current state, for display beside the data.
  public var state: RacingState { broadcast.state }
  /// Whether something is being fetched.
  public var isLoading: Bool { state.isLoading }
  /// The last error's text.
  public var errorMessage: String? { state.errorMessage }
  /// The time of the last fetch.
  public var lastUpdated: Date? { state.lastUpdated }
  /// The state now and after each change; each watcher has its own stream.
  public var stateUpdates: AsyncStream<RacingState> { broadcast.watch() }

  /// Clears the last error.
  public func clearError() { broadcast.change { $0.errorMessage = nil } }

  /// Sets the last error's text.
  func show(_ error: any Error) {
    broadcast.change { $0.errorMessage = error.localizedDescription }
  }

  /// The time by the service's clock, µs since 1970 UTC.
  var now: Int64 { realDataService.clock.now }

  /// Runs a piece of work, and updates the state.
  func tracked<Value>(
    _ work: () async throws(APIError) -> Value
  ) async throws(APIError) -> Value {
    broadcast.change { $0.callCount += 1 }
    do {
      let value = try await work()
      let time = Date(timeIntervalSince1970: Double(now) / 1e6)
      broadcast.change {
        $0.callCount -= 1
        $0.errorMessage = nil
        $0.lastUpdated = time
      }
      return value
    } catch {
      broadcast.change {
        $0.callCount -= 1
        $0.errorMessage = error.localizedDescription
      }
      throw error
    }
  }
}

extension DataSourceManager {
  /// Runs a piece of work; an error becomes the state's message and goes to a handler.
  ///
  /// Neither closure is kept: their captures are released on return.
  ///
  /// - Parameters:
  ///   - operation: The work.
  ///   - onError: Receives the error.
  ///   - isolation: The caller's actor, on which both run.
  /// - Returns: The work's result; nil after an error.
  @discardableResult
  public func withErrorHandling<Value, Failure: Error>(
    _ operation: () async throws(Failure) -> Value, onError: (Failure) -> Void,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Value? {
    do throws(Failure) {
      return try await operation()
    } catch {
      show(error)
      onError(error)
      return nil
    }
  }
}

extension DataSourceManager {
  /// Searches today's races for horses by part of their own or their people's names.
  ///
  /// - Parameter query: Part of a name, in either case; empty for any horse.
  /// - Returns: The first 20 for an empty query; otherwise at most 50 from the live service.
  /// - Throws: ``APIError``; `noData` if there are no races today.
  public func searchHorses(query: String) async throws(APIError) -> [Horse] {
    try await searchHorses(query: query, on: source.today)
  }

  /// Searches another day's races in the same way.
  public func searchHorses(query: String, on day: Day) async throws(APIError) -> [Horse] {
    let source = source
    return try await tracked { () async throws(APIError) in
      try await source.horses(matching: query, on: day)
    }
  }

  /// Fetches a horse by id or name, with the figures of its past races.
  ///
  /// - Throws: ``APIError``; `noData` if it is unknown.
  public func fetchHorseDetails(horseId: String) async throws(APIError) -> Horse {
    try await fetchHorseDetails(horseId: horseId, on: source.today)
  }

  /// Fetches a horse in the same way, from another day's runners.
  public func fetchHorseDetails(horseId: String, on day: Day) async throws(APIError) -> Horse {
    let source = source
    return try await tracked { () async throws(APIError) in
      try await source.horse(horseId, on: day)
    }
  }
}
