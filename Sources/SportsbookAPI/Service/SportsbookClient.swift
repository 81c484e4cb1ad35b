import APICore
import Foundation
import Logging

/// Asks the sportsbook for its home screen and promotions.
///
/// Answers are kept in memory alone, for as long as `SportsbookServiceSettings.lifetimes` says, and
/// are told apart by user, platform, client and user type. A login and a logout forget them all. One
/// element of a list that cannot be read is left out, logged, and given to
/// `SportsbookSurroundings.reject`.
public final class SportsbookClient: Sendable {
  /// Where the service is, and how it is asked.
  public let settings: SportsbookServiceSettings
  /// The login.
  public let session: SportsbookSession
  let connection: APIConnection
  private let clock: any APIClock
  private let log: Logger
  private let reject: @Sendable (JSONFailure) -> Void

  /// Makes a client; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - settings: Where the service is, and how it is asked.
  ///   - surroundings: What the client works with.
  ///   - credentials: What `login()` and renewals of the token are made with; nil for none.
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
      observe: surroundings.observe)
  }

  /// Makes a client for a place that a person wrote.
  ///
  /// - Parameters:
  ///   - baseUrl: Such as `https://api.example`; there is no standard place.
  ///   - surroundings: What the client works with.
  /// - Throws: ``SportsbookError`` `invalid` for nil and anything but an https URL, or an http URL
  ///   of this machine.
  public convenience init(
    baseUrl: String?, surroundings: SportsbookSurroundings = SportsbookSurroundings()
  ) throws(SportsbookError) {
    self.init(try SportsbookServiceSettings(baseURL: baseUrl), surroundings: surroundings)
  }

  /// The time of the client's clock, by which promotions are active or not.
  public var now: Date { Date(APIDate(micros: clock.now)) }

  /// Logs in; the password is held until ``logout()``, so that the token can be renewed.
  ///
  /// - Parameters:
  ///   - username: The username, mostly an e-mail address.
  ///   - password: The password.
  /// - Returns: The service's answer.
  /// - Throws: ``SportsbookError``; `unauthorized` or `validation` where the password is wrong.
  @discardableResult
  public func login(
    username: String, password: String
  ) async throws(SportsbookError) -> LoginResponse {
    defer { connection.cache.invalidate() }
    return try await session.login(
      SportsbookCredentials(username: username, password: Secret(password)))
  }

  /// Logs in with the credentials that the client was made with.
  ///
  /// - Returns: The service's answer.
  /// - Throws: ``SportsbookError``; `notAuthenticated` where there are none.
  @discardableResult
  public func login() async throws(SportsbookError) -> LoginResponse {
    defer { connection.cache.invalidate() }
    return try await session.login()
  }

  /// Forgets token, password and all answers; the guide has no call by which the service would.
  public func logout() {
    session.logout()
    connection.cache.invalidate()
  }

  /// How many answers are kept, outdated ones included.
  public var keptAnswerCount: Int { connection.cache.count }

  // MARK: - Implementation

  /// Asks an endpoint.
  ///
  /// - Returns: The answer's body.
  func answer(
    _ endpoint: SportsbookEndpoint, _ audience: PromotionAudience?, items: [URLQueryItem] = [],
    refreshing: Bool
  ) async throws(SportsbookError) -> Data {
    var call = call(endpoint, audience, items: items)
    call.refreshes = refreshing
    do throws(APIFailure) {
      return try await connection.send(call) { [self] response in
        endpoint == .allPromotions ? parts(of: response.body, audience) : []
      }.body
    } catch {
      throw meaning(of: error, call)
    }
  }

  /// Reads a body as one value.
  func read<Value: Decodable>(
    _ type: Value.Type, _ body: Data, of endpoint: SportsbookEndpoint
  ) throws(SportsbookError) -> Value {
    do throws(JSONFailure) {
      return try JSONDecoder().value(type, of: body)
    } catch {
      throw unreadable(endpoint, error)
    }
  }

  /// Asks an endpoint for a list, of which what cannot be used is left out and reported.
  func list<Element: Decodable & Sendable>(
    _ type: Element.Type, _ endpoint: SportsbookEndpoint, _ audience: PromotionAudience?,
    items: [URLQueryItem] = [], refreshing: Bool
  ) async throws(SportsbookError) -> [Element] {
    let body = try await answer(endpoint, audience, items: items, refreshing: refreshing)
    // Without content (204) there are none.
    if body.isEmpty { return [] }
    let list: LossyList<Element>
    do throws(JSONFailure) {
      list = try LossyList(body, under: ["data"])
    } catch {
      throw unreadable(endpoint, error)
    }
    report(list.rejected, endpoint)
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

  /// The answers of other endpoints in the answer with all promotions.
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
      // A list that is null says nothing of the list's own endpoint.
      if part == .null, endpoint != .alertBanner { return nil }
      return (call(endpoint, audience), Data(part.json.utf8))
    }
  }

  /// What a failure means; where the token could not be renewed for want of an answer, that.
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

  /// A failure that tells the call too.
  private func named(_ failure: JSONFailure, _ endpoint: SportsbookEndpoint) -> JSONFailure {
    var failure = failure
    failure.call = endpoint.call().description
    return failure
  }
}
