import APICore
import Foundation
import Logging

/// The client of the sportsbook's home screen and promotions.
///
/// Answers are cached only in memory, for the times in `SportsbookServiceSettings.lifetimes`,
/// separately by user, platform, client and user type. A login and a logout clear them. An
/// unreadable list element is left out, logged, and given to `SportsbookSurroundings.reject`.
public final class SportsbookClient: Sendable {
  /// The address of the service, and the rules of its requests.
  public let settings: SportsbookServiceSettings
  /// The login.
  public let session: SportsbookSession
  let connection: APIConnection
  private let clock: any APIClock
  private let log: Logger
  private let reject: @Sendable (JSONFailure) -> Void

  /// Makes a client; sends nothing.
  ///
  /// - Parameters:
  ///   - settings: The address of the service, and the rules of its requests.
  ///   - surroundings: The transport, clock, limiter and log.
  ///   - credentials: The credentials for `login()` and for renewing the token; nil for none.
  ///   - token: The token of an earlier login; nil for none.
  public init(
    _ settings: SportsbookServiceSettings,
    surroundings: SportsbookSurroundings = SportsbookSurroundings(),
    credentials: SportsbookCredentials? = nil, token: Secret? = nil
  ) {
    var surroundings = surroundings
    let limiter =
      surroundings.limiter
      ?? RateLimiter(
        interval: settings.interval, clock: surroundings.clock, others: settings.others)
    surroundings.limiter = limiter
    self.settings = settings
    clock = surroundings.clock
    log = surroundings.log
    reject = surroundings.reject
    session = SportsbookSession(
      settings, surroundings: surroundings, credentials: credentials, token: token)
    connection = APIConnection(
      settings.connection, transport: surroundings.transport, authorization: session,
      clock: surroundings.clock, limiter: limiter, log: surroundings.log,
      observe: surroundings.observe, waits: surroundings.waits)
  }

  /// Makes a client from a URL that a person wrote.
  ///
  /// - Parameters:
  ///   - baseUrl: The URL, such as `https://api.example`; there is no default.
  ///   - surroundings: The transport, clock, limiter and log.
  /// - Throws: ``SportsbookError`` `invalid` for nil, and unless it is an https URL, or an http URL
  ///   of this machine.
  public convenience init(
    baseUrl: String?, surroundings: SportsbookSurroundings = SportsbookSurroundings()
  ) throws(SportsbookError) {
    self.init(try SportsbookServiceSettings(baseURL: baseUrl), surroundings: surroundings)
  }

  /// The time of the client's clock, which decides whether promotions are active.
  public var now: Date { Date(APIDate(micros: clock.now)) }

  /// Logs in; keeps the password until ``logout()``, to renew the token.
  ///
  /// - Parameters:
  ///   - username: The username, usually an e-mail address.
  ///   - password: The password.
  /// - Returns: The service's answer.
  /// - Throws: ``SportsbookError``; `unauthorized` or `validation` for a wrong password.
  @discardableResult
  public func login(
    username: String, password: String
  ) async throws(SportsbookError) -> LoginResponse {
    defer { connection.cache.invalidate() }
    return try await session.login(
      SportsbookCredentials(username: username, password: Secret(password)))
  }

  /// Logs in with the client's credentials.
  ///
  /// - Returns: The service's answer.
  /// - Throws: ``SportsbookError``; `notAuthenticated` if there are none.
  @discardableResult
  public func login() async throws(SportsbookError) -> LoginResponse {
    defer { connection.cache.invalidate() }
    return try await session.login()
  }

  /// Forgets token, password and all answers; the guide has no call that ends a session.
  public func logout() {
    session.logout()
    connection.cache.invalidate()
  }

  /// The number of cached answers, outdated ones included.
  public var keptAnswerCount: Int { connection.cache.count }

  // MARK: - Implementation

  /// Sends a call to an endpoint.
  func answer(
    _ endpoint: SportsbookEndpoint, _ audience: PromotionAudience?, items: [URLQueryItem] = [],
    refreshing: Bool
  ) async throws(SportsbookError) -> HTTPResponse {
    var call = call(endpoint, audience, items: items)
    call.refreshes = refreshing
    do throws(APIFailure) {
      return try await connection.send(call) { [self] response in
        endpoint == .allPromotions ? parts(of: response.body, audience) : []
      }
    } catch {
      throw meaning(of: error, call)
    }
  }

  /// Decodes a body as one value; parts that were left out are reported.
  func read<Value: Decodable>(
    _ type: Value.Type, _ body: Data, of endpoint: SportsbookEndpoint
  ) throws(SportsbookError) -> Value {
    do throws(JSONFailure) {
      let (value, omitted) = try JSONDecoder().reading(type, of: body)
      report(omitted, endpoint)
      return value
    } catch {
      throw unreadable(endpoint, error)
    }
  }

  /// Fetches a list from an endpoint; unusable elements are left out and reported.
  func list<Element: Decodable & Sendable>(
    _ type: Element.Type, _ endpoint: SportsbookEndpoint, _ audience: PromotionAudience?,
    items: [URLQueryItem] = [], refreshing: Bool
  ) async throws(SportsbookError) -> [Element] {
    let response = try await answer(endpoint, audience, items: items, refreshing: refreshing)
    if endpoint.empty.hold(response) { return [] }
    let list: LossyList<Element>
    do throws(JSONFailure) {
      list = try LossyList(response.body, under: ["data"])
    } catch {
      throw unreadable(endpoint, error)
    }
    report(list.rejected + list.omitted, endpoint)
    if list.elements.isEmpty, let first = list.rejected.first { throw unreadable(endpoint, first) }
    return list.elements
  }

  /// Reports elements that were left out.
  func report(_ failures: [JSONFailure], _ endpoint: SportsbookEndpoint) {
    for failure in failures {
      let failure = named(failure, endpoint)
      log.warning("left out: \(failure)", metadata: Self.metadata)
      reject(failure)
    }
  }

  private static let metadata: Logger.Metadata = ["api": "\(SportsbookEndpoint.api)"]

  private func call(
    _ endpoint: SportsbookEndpoint, _ audience: PromotionAudience?, items: [URLQueryItem] = []
  ) -> APICall {
    var call = endpoint.call(
      for: audience ?? settings.audience, items: items, freshFor: settings.lifetimes[endpoint])
    call.headers = settings.headers
    return call
  }

  /// Extracts the answers of other endpoints from the answer with all promotions.
  private func parts(
    of body: Data, _ audience: PromotionAudience?
  ) -> [(call: APICall, body: Data)] {
    guard let json = try? JSONValue(parsing: body) else { return [] }
    let places: [(SportsbookEndpoint, [String])] = [
      (.alertBanner, ["bannerAlert", "alert_banner"]), (.banners, ["banners"]),
      (.sportBanners, ["sportBanners", "sport_banners"]), (.stories, ["stories"]),
    ]
    return places.compactMap { endpoint, names in
      guard let part = names.lazy.compactMap({ json[$0] }).first else { return nil }
      // A null list says nothing about its own endpoint.
      if part == .null, endpoint != .alertBanner { return nil }
      return (call(endpoint, audience), Data(part.json.utf8))
    }
  }

  /// Translates a failure; if the token could not be renewed, translates the renewal's failure.
  private func meaning(of failure: APIFailure, _ call: APICall) -> SportsbookError {
    let error = SportsbookError(failure, of: call)
    guard case .unauthorized = error else { return error }
    switch session.renewalFailure {
    case .transport(let reason)?: return .transport(reason)
    case .server(let status, let words)?: return .server(status: status, words)
    default: return error
    }
  }

  private func unreadable(
    _ endpoint: SportsbookEndpoint, _ failure: JSONFailure
  ) -> SportsbookError {
    let failure = named(failure, endpoint)
    log.warning("\(failure)", metadata: Self.metadata)
    return .decoding("\(failure)")
  }

  /// Adds the call to a failure.
  private func named(_ failure: JSONFailure, _ endpoint: SportsbookEndpoint) -> JSONFailure {
    var failure = failure
    failure.call = endpoint.call().description
    return failure
  }
}
