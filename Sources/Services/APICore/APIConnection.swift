import Foundation
import Logging

/// The path of every call of a client: cache, credentials, rate limit, transport, retries, records.
///
/// If you change what is logged or recorded, also change `SecrecyTests`: no text that leaves here
/// may hold a credential.
public final class APIConnection: Sendable {
  /// The limiter that spaces requests; observable, and adjustable at any time.
  public let limiter: RateLimiter
  /// The cache of answers.
  public let cache: ResponseCache

  let settings: APISettings
  let transport: any Transport
  let authorization: any Authorization
  let clock: any APIClock
  let log: Logger
  let observe: @Sendable (RequestRecord) -> Void
  let waits: @Sendable (RequestWait) -> Void
  let notices = WaitNotices()
  let base: BaseURL?
  let renewals = SingleFlight<HTTPHeaders, Bool>()
  private let flights = SingleFlight<Flight, Result<HTTPResponse, APIFailure>>()

  /// The key of a shared answer: the same call, with no invalidation in between.
  private struct Flight: Hashable {
    let key: ResponseCache.Key
    let generation: Int
  }

  /// Makes a connection; sends nothing.
  ///
  /// - Parameters:
  ///   - settings: Host, limits and pace.
  ///   - transport: The transport of requests.
  ///   - authorization: The client's credentials.
  ///   - clock: The clock.
  ///   - limiter: A limiter shared with other connections; nil makes one at the settings' interval.
  ///   - cache: The cache of answers, which connections may share.
  ///   - log: The log of requests; never receives a credential.
  ///   - observe: Receives every attempt and every use of the cache, for `api_requests`.
  ///   - waits: Receives the waits to show to the user, before they begin.
  public init(
    _ settings: APISettings, transport: any Transport, authorization: any Authorization,
    clock: any APIClock = SystemClock(), limiter: RateLimiter? = nil,
    cache: ResponseCache = ResponseCache(), log: Logger,
    observe: @escaping @Sendable (RequestRecord) -> Void = { _ in },
    waits: @escaping @Sendable (RequestWait) -> Void = { _ in }
  ) {
    self.settings = settings
    self.transport = transport
    self.authorization = authorization
    self.clock = clock
    self.limiter =
      limiter ?? RateLimiter(interval: settings.interval, clock: clock, others: settings.others)
    self.cache = cache
    self.log = log
    self.observe = observe
    self.waits = waits
    base = try? BaseURL(
      settings.baseURL.absoluteString, allowsPlainHTTP: settings.allowsPlainHTTP)
  }

  /// Sends a call and waits for its answer.
  ///
  /// Equal cacheable GETs at the same time are sent once.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - parts: Finds the bodies of other calls' answers inside this answer; if this answer is
  ///     kept, they are kept too, each for as long as its own call allows.
  /// - Returns: An answer with a status below 400.
  /// - Throws: ``APIFailure`` after all attempts.
  public func send(
    _ call: APICall,
    parts: @escaping @Sendable (HTTPResponse) -> [(call: APICall, body: Data)] = { _ in [] }
  ) async throws(APIFailure) -> HTTPResponse {
    guard !Task.isCancelled else { throw .cancelled }
    guard let base else { throw .insecure(host: settings.baseURL.host() ?? "?") }
    guard let credential = await authorization.headers() else {
      throw .noCredential(api: settings.api)
    }
    for field in credential.fields {
      guard let found = field.value.unsendable else { continue }
      throw .unsendable(api: settings.api, found: found)
    }
    let order = Order(call: call, url: base.url(of: call), credential: credential)
    guard call.method == .get, let freshFor = call.freshFor else {
      return try await answer(to: order)
    }
    let key = ResponseCache.Key(call, base: base.url.absoluteString, user: credential.hashValue)
    let keep = { @Sendable (response: HTTPResponse, generation: Int) in
      self.keep(response, as: key, freshFor, parts(response), generation)
    }
    if call.refreshes { return try await keptAnswer(to: order, .stale, keep) }
    let finding = cache.find(key, at: clock.uptime)
    if case .fresh(let response) = finding {
      reportHit(call, response)
      return response
    }
    let flight = Flight(key: key, generation: cache.generation)
    let use: RequestRecord.CacheUse = finding == .outdated ? .stale : .miss
    let landed = await flights.value(of: flight) {
      do throws(APIFailure) {
        return .success(try await self.keptAnswer(to: order, use, keep))
      } catch {
        return .failure(error)
      }
    }
    guard let landed else { throw .cancelled }
    return try landed.get()
  }

  // MARK: - Implementation

  /// Asks the server and caches its answer.
  private func keptAnswer(
    to order: Order, _ use: RequestRecord.CacheUse,
    _ keep: (HTTPResponse, _ generation: Int) -> Void
  ) async throws(APIFailure) -> HTTPResponse {
    let generation = cache.generation
    let response = try await answer(to: order, use)
    if response.status < 300 { keep(response, generation) }
    return response
  }

  private func keep(
    _ response: HTTPResponse, as key: ResponseCache.Key, _ freshFor: Duration,
    _ parts: [(call: APICall, body: Data)], _ generation: Int
  ) {
    let now = clock.uptime
    cache.keep(response, for: key, until: now + freshFor, asked: generation)
    for part in parts {
      guard let freshFor = part.call.freshFor else { continue }
      var response = response
      response.body = part.body
      let key = ResponseCache.Key(part.call, base: key.base, user: key.user)
      cache.keep(response, for: key, until: now + freshFor, asked: generation)
    }
  }

  private func reportHit(_ call: APICall, _ response: HTTPResponse) {
    observe(
      RequestRecord(
        time: clock.now, api: settings.api, endpoint: call.endpoint, status: response.status,
        microseconds: 0, bytes: response.body.count, cache: .hit))
    log.trace("\(call.method.rawValue) \(call.endpoint): kept answer", metadata: metadata)
  }

  /// The metadata of every log line.
  var metadata: Logger.Metadata { ["api": "\(settings.api)"] }
}

/// A call with its URL and credential.
struct Order: Sendable {
  let call: APICall
  let url: URL
  var credential: HTTPHeaders

  /// The request to send.
  var request: HTTPRequest {
    var headers: HTTPHeaders = ["Accept": "application/json", "User-Agent": "railbird"]
    if call.body != nil { headers["Content-Type"] = "application/json" }
    headers.replace(with: call.headers)
    headers.replace(with: credential)
    return HTTPRequest(call.method, url, headers: headers, body: call.body, stream: call.stream)
  }
}

extension BaseURL {
  /// Returns the URL of a call.
  func url(of call: APICall) -> URL {
    let slash = call.path.hasPrefix("/") || call.path.isEmpty ? "" : "/"
    let query = call.query.isEmpty ? "" : "?" + PercentEncoding.query(call.query)
    let text = url.absoluteString + slash + PercentEncoding.path(call.path) + query
    guard let whole = URL(string: text) else {
      preconditionFailure("percent-encoded text that is no URL")
    }
    return whole
  }
}

extension ResponseCache.Key {
  /// Makes the key of a call.
  init(_ call: APICall, base: String, user: Int) {
    self.init(
      base: base, path: call.path, query: call.query.map { PercentEncoding.query([$0]) }.sorted(),
      user: user)
  }
}
