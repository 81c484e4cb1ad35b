import APICore
import Foundation
import Logging

/// The address of the racing service, and the rules of its requests.
public struct RacingServiceSettings: Sendable {
  /// Scheme, host and a path in front of all endpoints.
  public var baseURL = RacingAPI.standardBaseURL
  /// The minimum time between two requests, across all callers; a plan of 10 a minute needs 6 s.
  public var interval = Duration.seconds(1)
  /// The limits of one exchange.
  public var limits = TransferLimits()
  /// The rule for repeating a call.
  public var retries = RetryPolicy()
  /// The time for which an answer is reused instead of asking again.
  public var freshFor = Duration.seconds(300)
  /// Whether plain `http` is accepted for hosts other than loopback.
  public var allowsPlainHTTP = false
  /// The pace shared with other processes; nil for none.
  public var others: PaceFile?

  /// Makes the settings of a plan that allows one request a second.
  public init() {}

  /// Makes the default settings with another address.
  public init(baseURL: URL) { self.baseURL = baseURL }

  /// The settings in the form that all clients share.
  var connection: APISettings {
    var connection = APISettings(
      api: "racing", baseURL: baseURL, limits: limits, interval: interval, retries: retries,
      allowsPlainHTTP: allowsPlainHTTP)
    connection.others = others
    return connection
  }
}

/// The transport, clock, limiter and log of the racing service; tests give their own.
public struct RacingSurroundings: Sendable {
  /// The transport of requests; nil for the one in `SharedTransport` at the time of sending.
  public var transport: (any Transport)?
  /// The clock.
  public var clock: any APIClock
  /// The log of requests; never receives a key.
  public var log: Logger
  /// The limiter of requests; nil for the one shared by all services of a host.
  public var limiter: RateLimiter?
  /// Supplies the key if the service has none; called for each request.
  public var key: @Sendable () -> String?
  /// Receives every attempt and every use of the cache, for `api_requests`.
  public var observe: @Sendable (RequestRecord) -> Void
  /// Receives each part of an answer that was left out, with the reason.
  public var reject: @Sendable (JSONFailure) -> Void
  /// Receives the waits to show to the user, before they begin.
  public var waits: @Sendable (RequestWait) -> Void

  /// Makes surroundings; the defaults suit a program.
  public init(
    transport: (any Transport)? = nil, clock: any APIClock = SystemClock(),
    log: Logger = Logger(label: "racing"), limiter: RateLimiter? = nil,
    key: @escaping @Sendable () -> String? = { nil },
    observe: @escaping @Sendable (RequestRecord) -> Void = { _ in },
    reject: @escaping @Sendable (JSONFailure) -> Void = { _ in },
    waits: @escaping @Sendable (RequestWait) -> Void = { _ in }
  ) {
    self.transport = transport
    self.clock = clock
    self.log = log
    self.limiter = limiter
    self.key = key
    self.observe = observe
    self.reject = reject
    self.waits = waits
  }
}
