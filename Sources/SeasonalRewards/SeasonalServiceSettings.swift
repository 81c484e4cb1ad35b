import APICore
import Foundation
import Logging

/// Where the rewards service is, and how it is asked.
public struct SeasonalServiceSettings: Sendable {
  /// Scheme, host and a path in front of `/api/v1/points`.
  public var baseURL: URL
  /// The least time between two requests of all callers.
  public var interval = Duration.zero
  /// What one exchange may take.
  public var limits = TransferLimits()
  /// When a call is made again; a change of rewards never is once the server may have seen it.
  public var retries = RetryPolicy()
  /// How long a team's progress is given again instead of asking anew; the guide says 60 to 120 s.
  public var progressFreshFor = Duration.seconds(90)
  /// Whether plain `http` is accepted for hosts other than loopback.
  public var allowsPlainHTTP = false
  /// The pace that is kept together with other processes; nil for none.
  public var others: PaceFile?
  /// Whether a new reward without a name is sent with its description as `rewardName`, which some
  /// servers refuse to do without.
  public var namesRewardsByDescription = false

  /// The settings for a place.
  public init(baseURL: URL) { self.baseURL = baseURL }

  /// The settings as every client has them.
  var connection: APISettings {
    var connection = APISettings(
      api: SeasonalAPI.name, baseURL: baseURL, limits: limits, interval: interval,
      retries: retries, allowsPlainHTTP: allowsPlainHTTP)
    connection.others = others
    return connection
  }
}

/// What the rewards service works with; tests give their own.
public struct SeasonalSurroundings: Sendable {
  /// What carries requests.
  public var transport: any Transport
  /// The time.
  public var clock: any APIClock
  /// The calendar whose time zone says which day it is, and so which season.
  public var calendar: Calendar
  /// Where requests are told; never a credential.
  public var log: Logger
  /// Gives the header fields that let a user in, asked for each request anew; none for now, as the
  /// service does not want any yet.
  public var authHeaders: @Sendable () async -> HTTPHeaders
  /// Told every attempt and every use of the cache, for `api_requests`.
  public var observe: @Sendable (RequestRecord) -> Void
  /// Told every element of a list that was left out, and why.
  public var reject: @Sendable (JSONFailure) -> Void

  /// Takes surroundings; those of a program unless told otherwise.
  public init(
    transport: any Transport = InstalledTransport(), clock: any APIClock = SystemClock(),
    calendar: Calendar = .current, log: Logger = Logger(label: SeasonalAPI.name),
    authHeaders: @escaping @Sendable () async -> HTTPHeaders = { [:] },
    observe: @escaping @Sendable (RequestRecord) -> Void = { _ in },
    reject: @escaping @Sendable (JSONFailure) -> Void = { _ in }
  ) {
    self.transport = transport
    self.clock = clock
    self.calendar = calendar
    self.log = log
    self.authHeaders = authHeaders
    self.observe = observe
    self.reject = reject
  }
}
