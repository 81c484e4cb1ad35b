import APICore
import Foundation
import Logging
import Seasons

/// The client of the rewards service: progress, rewards, points.
///
/// The methods that begin with `get`, `create`, `update`, `delete` and `earn` are the guide's and
/// return a `Result`; each has a throwing counterpart. A team's progress is cached for
/// `SeasonalServiceSettings.progressFreshFor`; every award and every change of rewards made here
/// clears it. Requests are sent only when a caller asks.
public final class DataService: Sendable {
  /// The address of the service, and the rules of its requests.
  public let settings: SeasonalServiceSettings
  /// The calendar, whose time zone decides the day.
  public let calendar: Calendar
  let clock: any APIClock
  let log: Logger
  let connection: APIConnection
  private let reject: @Sendable (JSONFailure) -> Void

  /// Makes a service; sends nothing.
  ///
  /// - Parameters:
  ///   - settings: The address of the service, and the rules of its requests.
  ///   - surroundings: The transport, clock, calendar and log.
  ///   - connection: A shared connection; nil makes a new one.
  public init(
    _ settings: SeasonalServiceSettings,
    surroundings: SeasonalSurroundings = SeasonalSurroundings(), connection: APIConnection? = nil
  ) {
    self.settings = settings
    calendar = surroundings.calendar
    clock = surroundings.clock
    log = surroundings.log
    reject = surroundings.reject
    self.connection =
      connection
      ?? APIConnection(
        settings.connection, transport: surroundings.transport,
        authorization: HeaderHook(hook: surroundings.authHeaders), clock: surroundings.clock,
        log: surroundings.log, observe: surroundings.observe, waits: surroundings.waits)
  }

  /// Makes a service from a URL that a person wrote.
  ///
  /// - Parameters:
  ///   - baseUrl: The URL, such as `https://api.example`.
  ///   - surroundings: The transport, clock, calendar and log.
  /// - Throws: ``SeasonalRewardsError`` `badURL` unless it is an https URL, or an http URL of this
  ///   machine.
  public convenience init(
    baseUrl: String, surroundings: SeasonalSurroundings = SeasonalSurroundings()
  ) throws(SeasonalRewardsError) {
    let base: BaseURL
    do throws(SettingsError) {
      base = try BaseURL(baseUrl)
    } catch {
      throw .badURL("\(error)")
    }
    self.init(SeasonalServiceSettings(baseURL: base.url), surroundings: surroundings)
  }

  /// The service's address, without a trailing slash.
  public var baseUrl: String {
    var text = settings.baseURL.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }

  /// The page that describes the service's endpoints.
  public var swaggerURL: URL {
    URL(string: baseUrl + "/swagger-ui.html") ?? settings.baseURL
  }

  /// The current season, by the service's clock and calendar.
  public var currentSeason: SeasonYear {
    SeasonYear(of: Date(timeIntervalSince1970: Double(clock.now) / 1e6), in: calendar)
  }

  // MARK: - Implementation

  /// Sends a call.
  func answer(_ call: APICall) async throws(SeasonalRewardsError) -> HTTPResponse {
    let operation = SeasonalOperation(call)
    var call = call
    if call.method == .get, call.path == SeasonalAPI.progressPath,
      settings.progressFreshFor > .zero
    {
      call.freshFor = settings.progressFreshFor
    }
    // A failed call counts too: the server may have applied the change.
    defer {
      if case .read = operation {} else { forgetProgress() }
    }
    do throws(APIFailure) {
      return try await connection.send(call)
    } catch {
      throw SeasonalRewardsError(error, of: call)
    }
  }

  /// Sends a call, and decodes its answer as one value.
  func object<Value: Decodable>(
    _ type: Value.Type, _ call: APICall
  ) async throws(SeasonalRewardsError) -> Value {
    try read(type, try await answer(call).body, call)
  }

  /// Decodes a call's answer as one value; parts that were left out are reported.
  func read<Value: Decodable>(
    _ type: Value.Type, _ body: Data, _ call: APICall
  ) throws(SeasonalRewardsError) -> Value {
    do throws(JSONFailure) {
      let (value, omitted) = try JSONDecoder().reading(type, of: body)
      for part in omitted { report(part, call) }
      return value
    } catch {
      throw unreadable(call, error)
    }
  }

  /// Sends a call, and decodes its answer as a list; unusable elements are left out and reported.
  func list<Element: Decodable & Sendable>(
    _ type: Element.Type, _ call: APICall
  ) async throws(SeasonalRewardsError) -> [Element] {
    let response = try await answer(call)
    if SeasonalAPI.emptyList.hold(response) { return [] }
    let list: LossyList<Element>
    do throws(JSONFailure) {
      list = try LossyList(response.body)
    } catch {
      throw unreadable(call, error)
    }
    if list.elements.isEmpty, let first = list.rejected.first { throw unreadable(call, first) }
    for failure in list.rejected + list.omitted { report(failure, call) }
    return list.elements
  }

  /// Reports an element that was left out.
  func report(_ failure: JSONFailure, _ call: APICall) {
    log.warning("\(call.endpoint): left out \(failure)", metadata: ["api": "\(SeasonalAPI.name)"])
    var failure = failure
    failure.call = call.description
    reject(failure)
  }

  /// Makes the error of an unreadable answer, with its call.
  func unreadable(_ call: APICall, _ failure: JSONFailure) -> SeasonalRewardsError {
    var failure = failure
    failure.call = call.description
    return .unreadable("\(failure)")
  }

  /// Removes cached progress of all teams.
  private func forgetProgress() { connection.cache.invalidate(path: SeasonalAPI.progressPath) }
}

/// Authorizes a client by any header fields that the program supplies.
public struct HeaderHook: Authorization {
  private let hook: @Sendable () async -> HTTPHeaders

  /// Takes a closure that supplies the fields for each request; it returns none if none are needed.
  public init(hook: @escaping @Sendable () async -> HTTPHeaders) { self.hook = hook }

  /// Returns the fields.
  public func headers() async -> HTTPHeaders? { await hook() }

  /// Whether the program now supplies other fields.
  public func renew(after refused: HTTPHeaders) async -> Bool { await hook() != refused }
}
