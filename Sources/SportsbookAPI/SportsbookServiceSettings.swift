import APICore
import Foundation
import Logging

/// Where the sportsbook is, and how it is asked.
public struct SportsbookServiceSettings: Sendable {
  /// Scheme, host and a path in front of `/api`.
  public var baseURL: URL
  /// Whom promotions are asked for, where a call does not say.
  public var audience = PromotionAudience()
  /// How long answers are given again.
  public var lifetimes = PromotionLifetimes()
  /// Header fields that go with every request, such as the live service's `App-Origin`.
  public var headers: HTTPHeaders = [:]
  /// The least time between two requests of all callers.
  public var interval = Duration.zero
  /// What one exchange may take.
  public var limits = TransferLimits()
  /// When a call is made again.
  public var retries = RetryPolicy()
  /// Whether plain `http` is accepted for hosts other than loopback.
  public var allowsPlainHTTP = false
  /// What keeps the interval together with other processes that send the same token; nil for nothing.
  public var others: PaceFile?

  /// The settings for a place.
  public init(baseURL: URL) { self.baseURL = baseURL }

  /// Reads a place that a person wrote; there is no standard one.
  ///
  /// - Parameters:
  ///   - text: Such as `https://api.example`; slashes at the end are taken off.
  ///   - allowsPlainHTTP: Whether `http` is accepted for other machines too.
  /// - Throws: ``SportsbookError`` `invalid` for nil and anything but an https URL, or an http URL
  ///   of this machine.
  public init(baseURL text: String?, allowsPlainHTTP: Bool = false) throws(SportsbookError) {
    do throws(SettingsError) {
      self.init(baseURL: try BaseURL(text ?? "", allowsPlainHTTP: allowsPlainHTTP).url)
    } catch {
      throw .invalid("\(error)")
    }
    self.allowsPlainHTTP = allowsPlainHTTP
  }

  /// The settings as every client has them.
  public var connection: APISettings {
    var connection = APISettings(
      api: SportsbookEndpoint.api, baseURL: baseURL, limits: limits, interval: interval,
      retries: retries, allowsPlainHTTP: allowsPlainHTTP)
    connection.others = others
    return connection
  }
}

/// What the sportsbook's client works with; tests give their own.
public struct SportsbookSurroundings: Sendable {
  /// What carries requests.
  public var transport: any Transport
  /// The time.
  public var clock: any APIClock
  /// Where requests are told; never a credential.
  public var log: Logger
  /// What spaces requests, where clients share it; nil for one of the client's own.
  public var limiter: RateLimiter?
  /// Told every attempt and every use of the cache, for `api_requests`.
  public var observe: @Sendable (RequestRecord) -> Void
  /// Told every element of a list that was left out, and why.
  public var reject: @Sendable (JSONFailure) -> Void

  /// Takes surroundings; those of a program unless told otherwise.
  public init(
    transport: any Transport = InstalledTransport(), clock: any APIClock = SystemClock(),
    log: Logger = Logger(label: SportsbookEndpoint.api), limiter: RateLimiter? = nil,
    observe: @escaping @Sendable (RequestRecord) -> Void = { _ in },
    reject: @escaping @Sendable (JSONFailure) -> Void = { _ in }
  ) {
    self.transport = transport
    self.clock = clock
    self.log = log
    self.limiter = limiter
    self.observe = observe
    self.reject = reject
  }
}
