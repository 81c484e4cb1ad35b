import Foundation
import Logging

/// The way of every call of one client: cache, rate limit, credentials, transport, retries, records.
public final class APIConnection: Sendable {
  private let settings: APISettings
  private let transport: any Transport
  private let authorization: any Authorization
  private let clock: any APIClock
  private let log: Logger
  private let observe: @Sendable (RequestRecord) -> Void

  /// Opens the way; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - settings: Host, limits and manners.
  ///   - transport: What carries requests.
  ///   - authorization: What lets the client in.
  ///   - clock: The time.
  ///   - log: Where requests are told; never a credential.
  ///   - observe: Told every attempt, for `api_requests`.
  public init(
    _ settings: APISettings, transport: any Transport, authorization: any Authorization,
    clock: any APIClock = SystemClock(), log: Logger,
    observe: @escaping @Sendable (RequestRecord) -> Void = { _ in }
  ) {
    self.settings = settings
    self.transport = transport
    self.authorization = authorization
    self.clock = clock
    self.log = log
    self.observe = observe
  }

  /// Sends a call and waits for its answer.
  ///
  /// - Parameter call: What is wanted.
  /// - Returns: An answer with a status below 400.
  /// - Throws: ``APIFailure`` after all attempts.
  public func send(_ call: APICall) async throws(APIFailure) -> HTTPResponse {
    guard let headers = await authorization.headers() else {
      throw .noCredential(api: settings.api)
    }
    var parts = URLComponents(url: settings.baseURL, resolvingAgainstBaseURL: false)!
    parts.percentEncodedPath += call.path
    if !call.query.isEmpty { parts.queryItems = call.query }
    let request = HTTPRequest(call.method, parts.url!, headers: headers, body: call.body)
    let response: HTTPResponse
    do {
      response = try await transport.send(request, limits: settings.limits)
    } catch {
      throw .transport(error)
    }
    guard response.status < 400 else { throw .refused(response) }
    return response
  }
}

/// A client's host, limits and manners.
public struct APISettings: Sendable {
  /// The API's name in records, logs and messages, such as `racing`.
  public var api: String
  /// Scheme, host and a path in front of all endpoints, without a slash at its end.
  public var baseURL: URL
  /// What one exchange may take.
  public var limits: TransferLimits
  /// The least time between two requests, whoever sends them.
  public var interval: Duration
  /// Whether plain `http` is accepted for hosts other than loopback.
  public var allowsPlainHTTP: Bool

  /// Makes settings.
  public init(
    api: String, baseURL: URL, limits: TransferLimits = TransferLimits(),
    interval: Duration = .zero, allowsPlainHTTP: Bool = false
  ) {
    self.api = api
    self.baseURL = baseURL
    self.limits = limits
    self.interval = interval
    self.allowsPlainHTTP = allowsPlainHTTP
  }
}
