import APICore
import Foundation
import Logging

/// The address of the service, and the rules of its requests.
public struct ChatistServiceSettings: Sendable {
  /// Scheme, host and a path before all routes.
  public var baseURL: URL
  /// Supplies the API key for each request; nil for none.
  public var key: @Sendable () -> Secret?
  /// The customer's id, sent with each request; nil for none.
  public var customerID: String?
  /// The device's id, sent with each request; nil for none.
  public var deviceID: String?
  /// Routes, header fields and names.
  public var table = ChatistTable()
  /// The maximum number of bytes of an attachment.
  public var attachmentLimit = Limits.attachmentBytes
  /// The time for which a ticket and the list of tickets are reused; zero for never.
  public var ticketLifetime = Duration.zero
  /// The time for which a branding is reused without a request for a newer one.
  public var brandingLifetime = Duration.zero
  /// The minimum time between two requests, across all callers.
  public var interval = Duration.zero
  /// The limits of a reading call.
  public var limits = TransferLimits()
  /// The maximum time of a writing call, including its upload.
  public var uploadTime = Duration.seconds(600)
  /// The rule for repeating a read; a write is repeated only if it was never sent.
  public var retries = RetryPolicy()
  /// Whether plain `http` is accepted for hosts other than loopback.
  public var allowsPlainHTTP = false
  /// The file that spaces requests across processes with the same key; nil for none.
  public var others: PaceFile?

  /// Makes settings from an address and a key.
  ///
  /// - Parameters:
  ///   - text: The URL, such as `https://api.example`; there is no default.
  ///   - key: The API key; nil for none, in which case nothing can be sent.
  ///   - allowsPlainHTTP: Whether `http` is accepted for other machines too.
  /// - Throws: ``ChatistError`` `invalidSetting` for nil, and unless it is an https URL, or an http
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

  /// The host, limits and pace of reads, for programs that send calls of the ``table`` without a
  /// ``ChatistService``.
  public var connection: APISettings { connection(limits) }

  /// The header fields of key, customer and device, for the same programs.
  public var authorization: any Authorization { ChatistKey(settings: self) }

  func connection(_ limits: TransferLimits) -> APISettings {
    var connection = APISettings(
      api: ChatistService.api, baseURL: baseURL, limits: limits, interval: interval,
      retries: retries, allowsPlainHTTP: allowsPlainHTTP)
    connection.others = others
    return connection
  }

  /// The limits of a writing call.
  var writeLimits: TransferLimits {
    var limits = limits
    limits.firstByteTime = max(limits.firstByteTime, uploadTime)
    limits.totalTime = max(limits.totalTime, uploadTime)
    // The answer from a redirect's target does not confirm the write.
    limits.redirects = 0
    return limits
  }
}

/// The transport, clock, limiter and log of the client; tests give their own.
public struct ChatistSurroundings: Sendable {
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
    log: Logger = Logger(label: ChatistService.api), limiter: RateLimiter? = nil,
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
