import APICore
import Columns
import Foundation
import Logging
import Synchronization

/// Sends requests to the racing service; answers keep the service's own form.
///
/// All services of one host share one rate limit. Answers are kept for
/// `RacingServiceSettings.freshFor`. An unreadable element is left out of its list, logged and
/// reported.
///
/// A day is a racing day in New York, unless stated otherwise.
public final class RealDataService: Sendable {
  /// The service for programs that need only one: the standard host, the installed transport.
  public static let shared = RealDataService()

  /// The address of the service, and the rules of its requests.
  public let settings: RacingServiceSettings
  let clock: any APIClock
  let log: Logger
  let limiter: RateLimiter
  private let api: RacingAPI
  private let state: State
  private let reject: @Sendable (JSONFailure) -> Void

  /// The state that changes while the service is used.
  private final class State: Sendable {
    private let given: Mutex<String?>
    private let kept: @Sendable () -> String?
    let debugs = Mutex(false)
    let lastFailure = Mutex<String?>(nil)

    init(_ key: String?, else kept: @escaping @Sendable () -> String?) {
      given = Mutex(key)
      self.kept = kept
    }

    var key: String? {
      get { given.withLock { $0 } ?? kept() }
      set { given.withLock { $0 = newValue } }
    }
  }

  /// Makes a service; sends nothing.
  ///
  /// - Parameters:
  ///   - settings: The address of the service, and the rules of its requests.
  ///   - key: The RapidAPI key; nil to set it later, or to take it from the surroundings.
  ///   - surroundings: The transport, clock, limiter and log.
  public init(
    _ settings: RacingServiceSettings = RacingServiceSettings(), key: String? = nil,
    surroundings: RacingSurroundings = RacingSurroundings()
  ) {
    self.settings = settings
    let state = State(key, else: surroundings.key)
    self.state = state
    clock = surroundings.clock
    let log = surroundings.log
    self.log = log
    reject = surroundings.reject
    limiter = surroundings.limiter ?? HostLimiters.limiter(of: settings)
    let observe = surroundings.observe
    let connection = APIConnection(
      settings.connection, transport: surroundings.transport ?? InstalledTransport(),
      authorization: RapidAPIKey(baseURL: settings.baseURL) { state.key },
      clock: surroundings.clock, limiter: limiter, log: log,
      observe: { record in
        if state.debugs.withLock({ $0 }) { log.notice("\(Self.text(record))") }
        observe(record)
      }, waits: surroundings.waits)
    api = RacingAPI(connection)
  }

  /// Sets another key for later requests; without the form of a key, requests are not sent.
  public func updateAPIKey(_ key: String) { state.key = key }

  /// Whether there is a key.
  public var hasAPIKey: Bool { state.key != nil }

  /// Whether there is a key of the form that ``DataSourceManager/isValidAPIKey(_:)`` checks.
  public var hasValidAPIKey: Bool {
    state.key.map(DataSourceManager.isValidAPIKey) ?? false
  }

  /// Whether each request is logged with status, time and size; never with the key.
  public var enableDebugLogging: Bool {
    get { state.debugs.withLock { $0 } }
    set { state.debugs.withLock { $0 = newValue } }
  }

  /// The last failed call and its reason, including details that ``APIError`` cannot hold: the
  /// service's words on a refused key, or the unexpected answer.
  ///
  /// It is nil until a call fails, and stays after later successes.
  public var lastFailure: String? { state.lastFailure.withLock { $0 } }

  // MARK: - Implementation

  /// Sends a call and reads its answer as a list.
  ///
  /// - Throws: `noData` for an empty list, or for status 204.
  func list<Element: Decodable & Sendable>(
    _ type: Element.Type, under names: [String] = [], refreshing: Bool = false,
    _ call: APICall
  ) async throws(APIError) -> [Element] {
    let response = try await answer(call, refreshing)
    if RacingAPI.emptyRaces.hold(response) { throw .noData }
    let list: LossyList<Element>
    do throws(JSONFailure) {
      list = try LossyList(response.body, under: names)
    } catch {
      throw unreadable(call, error)
    }
    if list.elements.isEmpty, let first = list.rejected.first { throw unreadable(call, first) }
    for failure in list.rejected + list.omitted { report(failure, call) }
    guard !list.elements.isEmpty else { throw .noData }
    return list.elements
  }

  /// Sends a call and reads its answer as one object.
  ///
  /// - Throws: `noData` if the service says that there is none.
  func object<Value: Decodable & Sendable>(
    _ type: Value.Type, refreshing: Bool = false, _ call: APICall
  ) async throws(APIError) -> Value {
    let response = try await answer(call, refreshing)
    if RacingAPI.emptyRace.hold(response) { throw .noData }
    do throws(JSONFailure) {
      let (value, omitted) = try JSONDecoder().reading(type, of: response.body)
      for failure in omitted { report(failure, call) }
      return value
    } catch {
      throw unreadable(call, error)
    }
  }

  /// Reports a part of an answer that was left out.
  func report(_ failure: JSONFailure, _ call: APICall) {
    log.warning("\(call.endpoint): left out \(failure)", metadata: ["api": "racing"])
    var failure = failure
    failure.call = call.description
    reject(failure)
  }

  /// Sends a call.
  func answer(_ call: APICall, _ refreshing: Bool) async throws(APIError) -> HTTPResponse {
    if let key = state.key, !DataSourceManager.isValidAPIKey(key) {
      state.lastFailure.withLock { $0 = "API key: \(Self.malformedKey(key))" }
      throw .invalidAPIKey
    }
    var call = call
    call.freshFor = settings.freshFor
    call.refreshes = refreshing
    do {
      return try await api.send(call)
    } catch {
      let words =
        if case .refused(let response) = error {
          Refusal(response, to: call).summary
        } else {
          "\(call): \(error)"
        }
      state.lastFailure.withLock { $0 = words }
      throw APIError(error, of: call)
    }
  }

  /// Describes an invalid key without showing it.
  public static func malformedKey(_ key: String) -> String {
    let found =
      key.count < 32 ? "\(key.count) characters" : "characters other than letters and digits"
    return "found \(found); expected at least 32 letters and digits. Nothing was sent"
  }

  private func unreadable(_ call: APICall, _ failure: JSONFailure) -> APIError {
    var failure = failure
    failure.call = call.description
    state.lastFailure.withLock { $0 = "\(failure)" }
    return .invalidResponse
  }

  private static func text(_ record: RequestRecord) -> String {
    let end = [record.status.map(String.init), record.error].compactMap { $0 }
      .joined(separator: ", ")
    return "\(record.endpoint): \(end), \(record.microseconds) µs, \(record.bytes) bytes, "
      + "attempt \(record.attempt), cache \(record.cache.rawValue)"
  }
}

/// One rate limiter per host, shared by all services of a program.
///
/// The limit belongs to the host, so the limiters are process-wide state.
enum HostLimiters {
  private static let limiters = Mutex<[String: RateLimiter]>([:])

  /// Returns the limiter of a host.
  ///
  /// If services ask for different intervals, the longest counts; the first service decides about
  /// sharing with other processes.
  static func limiter(of settings: RacingServiceSettings) -> RateLimiter {
    let (url, interval) = (settings.baseURL, settings.interval)
    let host = "\(url.host() ?? "?"):\(url.port ?? 0)"
    return limiters.withLock { limiters in
      guard let limiter = limiters[host] else {
        let limiter = RateLimiter(interval: interval, others: settings.others)
        limiters[host] = limiter
        return limiter
      }
      if interval > limiter.status.configuredInterval { limiter.setInterval(interval) }
      return limiter
    }
  }
}
