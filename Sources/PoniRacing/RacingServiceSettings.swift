import APICore
import Foundation
import Logging

/// Where the racing service is, and how it is asked.
public struct RacingServiceSettings: Sendable {
  /// Scheme, host and a path in front of all endpoints.
  public var baseURL = RacingAPI.standardBaseURL
  /// The least time between two requests of all callers; a plan of 10 a minute wants 6 s.
  public var interval = Duration.seconds(1)
  /// What one exchange may take.
  public var limits = TransferLimits()
  /// When a call is made again.
  public var retries = RetryPolicy()
  /// How long an answer is given again instead of asking anew.
  public var freshFor = Duration.seconds(300)
  /// Whether plain `http` is accepted for hosts other than loopback.
  public var allowsPlainHTTP = false
  /// The pace that is kept together with other processes; nil for none.
  public var others: PaceFile?

  /// The settings of a plan that allows one request a second.
  public init() {}

  /// The same, at another place.
  public init(baseURL: URL) { self.baseURL = baseURL }

  /// The settings as every client has them.
  var connection: APISettings {
    var connection = APISettings(
      api: "racing", baseURL: baseURL, limits: limits, interval: interval, retries: retries,
      allowsPlainHTTP: allowsPlainHTTP)
    connection.others = others
    return connection
  }
}

/// What the racing service works with; tests give their own.
public struct RacingSurroundings: Sendable {
  /// What carries requests; nil for the one that `SharedTransport` has when a request is sent.
  public var transport: (any Transport)?
  /// The time.
  public var clock: any APIClock
  /// Where requests are told; never a key.
  public var log: Logger
  /// What spaces the requests; nil for the one that all services of a host share.
  public var limiter: RateLimiter?
  /// Gives the key of a service that is told none: asked for each request anew.
  public var key: @Sendable () -> String?
  /// Told every attempt and every use of the cache, for `api_requests`.
  public var observe: @Sendable (RequestRecord) -> Void
  /// Told everything of an answer that was left out, such as an element of a list, and why.
  public var reject: @Sendable (JSONFailure) -> Void

  /// Takes surroundings; those of a program unless told otherwise.
  public init(
    transport: (any Transport)? = nil, clock: any APIClock = SystemClock(),
    log: Logger = Logger(label: "racing"), limiter: RateLimiter? = nil,
    key: @escaping @Sendable () -> String? = { nil },
    observe: @escaping @Sendable (RequestRecord) -> Void = { _ in },
    reject: @escaping @Sendable (JSONFailure) -> Void = { _ in }
  ) {
    self.transport = transport
    self.clock = clock
    self.log = log
    self.limiter = limiter
    self.key = key
    self.observe = observe
    self.reject = reject
  }
}
