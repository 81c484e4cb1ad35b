import APICore
import Columns
import Foundation
import Synchronization

/// The racing data of an app: one place to ask, whatever it comes from.
///
/// Races come from a ``RacingDataSource``, the live service unless told otherwise; statistics from
/// a ``StatisticsSource``, which only stored results can feed. Nothing is ever invented unless
/// ``MockRacingSource`` is set as the source, and then it says so.
///
/// It may be used from any number of tasks at the same time. ``stateUpdates`` tells an app what to
/// show beside the data.
public final class DataSourceManager: Sendable {
  /// The manager of programs that need but one.
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
  ///   - source: Where races come from; nil for the live service.
  ///   - statistics: Who answers from stored results; nil for nobody.
  ///   - cache: Where lists of races are kept for a while.
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

  /// Where races come from.
  public var source: any RacingDataSource { parts.withLock { $0.source } }

  /// Who answers from stored results.
  public var statistics: (any StatisticsSource)? { parts.withLock { $0.statistics } }

  /// Takes races from another source from now on; what was kept of the old one is forgotten.
  public func use(_ source: any RacingDataSource) {
    parts.withLock { $0.source = source }
    cache.removeAll()
    broadcast.change { $0.sourceName = source.sourceName }
  }

  /// Takes statistics from a source of stored results.
  public func use(statistics: any StatisticsSource) {
    parts.withLock { $0.statistics = statistics }
  }

  // MARK: - The key

  /// Takes a key, if it can be one.
  ///
  /// - Parameter key: The RapidAPI key.
  /// - Returns: Whether it has at least 32 characters, all of them letters or digits; else the
  ///   old key stays. Letters of any alphabet pass, as in the service's own guide.
  public func configureAPIKey(_ key: String) -> Bool {
    guard Self.isValidAPIKey(key) else { return false }
    realDataService.updateAPIKey(key)
    return true
  }

  /// Whether a text can be a key.
  public static func isValidAPIKey(_ key: String) -> Bool {
    key.count >= 32 && key.allSatisfy { $0.isLetter || $0.isNumber }
  }

  /// Whether the live service can be asked: whether there is a key.
  public var canUseRealData: Bool { realDataService.hasAPIKey }

  // MARK: - State

  /// What to show beside the data, now.
  public var state: RacingState { broadcast.state }
  /// Whether something is being fetched.
  public var isLoading: Bool { state.isLoading }
  /// The last error's text.
  public var errorMessage: String? { state.errorMessage }
  /// When something was fetched last.
  public var lastUpdated: Date? { state.lastUpdated }
  /// The state now and after each change; each watcher has a stream of its own.
  public var stateUpdates: AsyncStream<RacingState> { broadcast.watch() }

  /// Forgets the last error.
  public func clearError() { broadcast.change { $0.errorMessage = nil } }

  /// Keeps an error's text, as that of the last one.
  func show(_ error: any Error) {
    broadcast.change { $0.errorMessage = error.localizedDescription }
  }

  /// The time by the service's clock, µs since 1970 UTC.
  var now: Int64 { realDataService.clock.now }

  /// Does a piece of work, and keeps the state.
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
