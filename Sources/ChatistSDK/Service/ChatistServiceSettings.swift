import APICore
import Foundation
import Logging

/// Where the service is, and how it is asked.
public struct ChatistServiceSettings: Sendable {
  /// Scheme, host and a path in front of all routes.
  public var baseURL: URL
  /// Gives the API key for each request; nil for none.
  public var key: @Sendable () -> Secret?
  /// The customer's id, sent with each request; nil for none.
  public var customerID: String?
  /// The device's id, sent with each request; nil for none.
  public var deviceID: String?
  /// Routes, header fields and names.
  public var table = ChatistTable()
  /// Number of bytes that an attachment may have.
  public var attachmentLimit = 10 << 20
  /// How long a ticket and the list of tickets are given again; zero for never.
  public var ticketLifetime = Duration.zero
  /// How long a branding is given again without asking; then the service is asked for a newer one.
  public var brandingLifetime = Duration.zero
  /// The least time between two requests of all callers.
  public var interval = Duration.zero
  /// The limits of a call that reads.
  public var limits = TransferLimits()
  /// How long a call that sends something may take, its upload included.
  public var uploadTime = Duration.seconds(600)
  /// When a read is made again; what writes never is, unless it was never sent.
  public var retries = RetryPolicy()
  /// Whether plain `http` is accepted for hosts other than loopback.
  public var allowsPlainHTTP = false
  /// What keeps the interval together with other processes that send the same key; nil for nothing.
  public var others: PaceFile?

  /// Makes settings of a place and a key.
  ///
  /// - Parameters:
  ///   - text: Such as `https://api.example`; there is no standard place.
  ///   - key: The API key; nil for none, so that nothing can be sent.
  ///   - allowsPlainHTTP: Whether `http` is accepted for other machines too.
  /// - Throws: ``ChatistError`` `invalidSetting` for nil and anything but an https URL, or an http
  ///   URL of this machine.
  public init(
    baseURL text: String?, key: Secret?, allowsPlainHTTP: Bool = false
  ) throws(ChatistError) {
    do throws(SettingsError) {
      baseURL = try BaseURL(text ?? "", allowsPlainHTTP: allowsPlainHTTP).url
    } catch {
      throw .invalidSetting("\(error)")
    }
    self.key = { key }
    self.allowsPlainHTTP = allowsPlainHTTP
  }

  /// Host, limits and manners of reads, for who sends calls of the ``table`` without a ``ChatistService``.
  public var connection: APISettings { connection(limits) }

  /// The header fields of key, customer and device, for the same.
  public var authorization: any Authorization { ChatistKey(settings: self) }

  func connection(_ limits: TransferLimits) -> APISettings {
    var connection = APISettings(
      api: ChatistService.api, baseURL: baseURL, limits: limits, interval: interval,
      retries: retries, allowsPlainHTTP: allowsPlainHTTP)
    connection.others = others
    return connection
  }

  /// The limits of a call that sends something.
  var writeLimits: TransferLimits {
    var limits = limits
    limits.firstByteTime = max(limits.firstByteTime, uploadTime)
    limits.totalTime = max(limits.totalTime, uploadTime)
    // An answer of another place is none: a call without a result could not tell.
    limits.redirects = 0
    return limits
  }
}

/// What the client works with; tests give their own.
public struct ChatistSurroundings: Sendable {
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
    log: Logger = Logger(label: ChatistService.api), limiter: RateLimiter? = nil,
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
