import APICore
import Foundation
import Logging

/// The address of the sportsbook, and the rules of its requests.
public struct SportsbookServiceSettings: Sendable {
  /// Scheme, host and a path before `/api`.
  public var baseURL: URL
  /// The default audience of promotions.
  public var audience = PromotionAudience()
  /// The times for which answers are reused.
  public var lifetimes = PromotionLifetimes()
  /// Header fields of every request, such as the live service's `App-Origin`.
  public var headers: HTTPHeaders = [:]
  /// The minimum time between two requests, across all callers.
  public var interval = Duration.zero
  /// The limits of one exchange.
  public var limits = TransferLimits()
  /// The rule for repeating a call.
  public var retries = RetryPolicy()
  /// Whether plain `http` is accepted for hosts other than loopback.
  public var allowsPlainHTTP = false
  /// The file that spaces requests across processes with the same token; nil for none.
  public var others: PaceFile?

  /// Makes the settings of an address.
  public init(baseURL: URL) { self.baseURL = baseURL }

  /// Reads an address that a person wrote; there is no default.
  ///
  /// - Parameters:
  ///   - text: The URL, such as `https://api.example`; trailing slashes are removed.
  ///   - allowsPlainHTTP: Whether `http` is accepted for other machines too.
  /// - Throws: ``SportsbookError`` `invalid` for nil, and unless it is an https URL, or an http URL
  ///   of this machine.
  public init(baseURL text: String?, allowsPlainHTTP: Bool = false) throws(SportsbookError) {
    do throws(SettingsError) {
      self.init(baseURL: try BaseURL(text ?? "", allowsPlainHTTP: allowsPlainHTTP).url)
    } catch {
      throw .invalid("\(error)")
    }
    self.allowsPlainHTTP = allowsPlainHTTP
  }

  /// The settings in the form that all clients share.
  public var connection: APISettings {
    var connection = APISettings(
      api: SportsbookEndpoint.api, baseURL: baseURL, limits: limits, interval: interval,
      retries: retries, allowsPlainHTTP: allowsPlainHTTP)
    connection.others = others
    return connection
  }
}

/// The transport, clock, limiter and log of the client; tests give their own.
public struct SportsbookSurroundings: Sendable {
  /// The transport of requests.
  public var transport: any Transport
  /// The clock.
  public var clock: any APIClock
  /// The log of requests; never receives a credential.
  public var log: Logger
  /// The limiter that spaces requests of several clients; nil makes one for this client.
  public var limiter: RateLimiter?
  /// Receives every attempt and every use of the cache, for `api_requests`.
  public var observe: @Sendable (RequestRecord) -> Void
  /// Receives each part of an answer that was left out, with the reason.
  public var reject: @Sendable (JSONFailure) -> Void
  /// Receives the waits to show to the user, before they begin.
  public var waits: @Sendable (RequestWait) -> Void

  /// Makes surroundings; the defaults suit a program.
  public init(
    transport: any Transport = InstalledTransport(), clock: any APIClock = SystemClock(),
    log: Logger = Logger(label: SportsbookEndpoint.api), limiter: RateLimiter? = nil,
    observe: @escaping @Sendable (RequestRecord) -> Void = { _ in },
    reject: @escaping @Sendable (JSONFailure) -> Void = { _ in },
    waits: @escaping @Sendable (RequestWait) -> Void = { _ in }
  ) {
    self.transport = transport
    self.clock = clock
    self.log = log
    self.limiter = limiter
    self.observe = observe
    self.reject = reject
    self.waits = waits
  }
}
