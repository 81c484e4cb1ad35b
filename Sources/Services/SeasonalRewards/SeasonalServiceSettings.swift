import APICore
import Foundation
import Logging

/// The address of the rewards service, and the rules of its requests.
public struct SeasonalServiceSettings: Sendable {
  /// Scheme, host and a path before `/api/v1/points`.
  public var baseURL: URL
  /// The minimum time between two requests, across all callers.
  public var interval = Duration.zero
  /// The limits of one exchange.
  public var limits = TransferLimits()
  /// The rule for repeating a call; a change of rewards is never repeated once the server may have
  /// seen it.
  public var retries = RetryPolicy()
  /// The time for which a team's progress is reused; the guide says 60 to 120 s.
  public var progressFreshFor = Duration.seconds(90)
  /// Whether plain `http` is accepted for hosts other than loopback.
  public var allowsPlainHTTP = false
  /// The pace shared with other processes; nil for none.
  public var others: PaceFile?
  /// Whether a new reward without a name is sent with its description as `rewardName`, which some
  /// servers require.
  public var namesRewardsByDescription = false

  /// Makes the settings of an address.
  public init(baseURL: URL) { self.baseURL = baseURL }

  /// The settings in the form that all clients share.
  var connection: APISettings {
    var connection = APISettings(
      api: SeasonalAPI.name, baseURL: baseURL, limits: limits, interval: interval,
      retries: retries, allowsPlainHTTP: allowsPlainHTTP)
    connection.others = others
    return connection
  }
}

/// The transport, clock, calendar and log of the rewards service; tests give their own.
public struct SeasonalSurroundings: Sendable {
  /// The transport of requests.
  public var transport: any Transport
  /// The clock.
  public var clock: any APIClock
  /// The calendar, whose time zone decides the day and so the season.
  public var calendar: Calendar
  /// The log of requests; never receives a credential.
  public var log: Logger
  /// Supplies the header fields that authorize a user, for each request; empty by default, because
  /// the service requires none yet.
  public var authHeaders: @Sendable () async -> HTTPHeaders
  /// Receives every attempt and every use of the cache, for `api_requests`.
  public var observe: @Sendable (RequestRecord) -> Void
  /// Receives each part of an answer that was left out, with the reason.
  public var reject: @Sendable (JSONFailure) -> Void
  /// Receives the waits to show to the user, before they begin.
  public var waits: @Sendable (RequestWait) -> Void

  /// Makes surroundings; the defaults suit a program.
  public init(
    transport: any Transport = InstalledTransport(), clock: any APIClock = SystemClock(),
    calendar: Calendar = .current, log: Logger = Logger(label: SeasonalAPI.name),
    authHeaders: @escaping @Sendable () async -> HTTPHeaders = { [:] },
    observe: @escaping @Sendable (RequestRecord) -> Void = { _ in },
    reject: @escaping @Sendable (JSONFailure) -> Void = { _ in },
    waits: @escaping @Sendable (RequestWait) -> Void = { _ in }
  ) {
    self.transport = transport
    self.clock = clock
    self.calendar = calendar
    self.log = log
    self.authHeaders = authHeaders
    self.observe = observe
    self.reject = reject
    self.waits = waits
  }
}
