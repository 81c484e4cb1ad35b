import APICore
import Foundation
import Logging
import Synchronization

/// The Betable client: logs players in, watches their session, and places their bets.
///
/// No call is allowed before ``launch(withOptions:)``. Each bet is sent once: it is written to the
/// journal first, and the client never sends it again, whatever its outcome
/// (``BetableError/indeterminate(_:)``).
///
/// If you change what is logged or kept, also change `SecrecyTests`: no text that leaves the client
/// may hold a token, a session, a secret or a code.
public final class Betable: Sendable {
  /// The addresses of the service, and the game that uses it.
  public let settings: BetableServiceSettings
  let surroundings: BetableSurroundings
  let login: BetableLogin
  let state = Mutex(State())
  /// The connection for all calls except bets and the token.
  let connection: APIConnection

  /// The state that changes while the client is used.
  struct State {
    var isLaunched = false
    var callbacks: (any BetableCredentialCallbacks)?
    /// Whether the authorize page shows the login first, not the registration.
    var loginOverRegister = true
    var authorizePage: AuthorizePage?
    /// The session for which the page was made; nil if none.
    var authorizeSession: Secret?
    var monitor: Task<Void, Never>?
    var hasActivity = false
    /// The session whose reality check is running; nil if none.
    var checking: Secret?
    var keepingAlive: Task<Void, Never>?
  }

  /// Makes a client; sends nothing.
  ///
  /// - Parameters:
  ///   - settings: The addresses of the service, and the game that uses it.
  ///   - surroundings: The transport, clock, store, journal and log.
  public init(
    _ settings: BetableServiceSettings, surroundings: BetableSurroundings = BetableSurroundings()
  ) {
    var surroundings = surroundings
    let limiter =
      surroundings.limiter
      ?? RateLimiter(
        interval: settings.interval, clock: surroundings.clock, others: settings.others)
    surroundings.limiter = limiter
    surroundings.transport = QueryTokenTransport(transport: surroundings.transport)
    self.settings = settings
    self.surroundings = surroundings
    login = BetableLogin(surroundings.store, clientSecret: settings.clientSecret)
    connection = APIConnection(
      settings.connection, transport: surroundings.transport, authorization: login,
      clock: surroundings.clock, limiter: limiter, log: surroundings.log,
      observe: surroundings.observe, waits: surroundings.waits)
  }

  /// Makes a client of a game, with the guide's arguments.
  ///
  /// - Parameters:
  ///   - clientID: The game's id.
  ///   - clientSecret: The game's secret.
  ///   - redirectURI: The URI to which the authorize page sends the player back, such as
  ///     `betable+company+game://authorize`.
  ///   - environment: The environment; the sandbox unless the app is released.
  /// - Throws: ``BetableError`` `invalid` for a redirect URI that is not the game's own.
  public convenience init(
    clientID: String, clientSecret: String, redirectURI: String,
    environment: BetableEnvironment = BetableEnvironmentSandbox
  ) throws(BetableError) {
    var settings = BetableServiceSettings(
      clientID: clientID, clientSecret: Secret(clientSecret),
      redirectURI: try RedirectURI(redirectURI))
    settings.environment = environment
    self.init(settings)
  }

  deinit { state.withLock { $0.monitor }?.cancel() }

  /// Allows the client to work, once the app has launched; further calls change nothing.
  ///
  /// - Parameter options: The app's launch options; unused.
  public func launch(withOptions options: [String: JSONValue]? = nil) {
    state.withLock { $0.isLaunched = true }
  }

  /// Whether ``launch(withOptions:)`` was called.
  public var isLaunched: Bool { state.withLock { $0.isLaunched } }

  /// The player's login; nil if no player is logged in.
  public var credentials: BetableCredentials? { login.credentials }

  /// The authorization with which other clients send calls as this player; it lists the client's
  /// secrets, so that their connections mask them too.
  public var authorization: any Authorization { login }

  /// The time, µs since 1970 UTC.
  var now: Int64 { surroundings.clock.now }

  // MARK: - Implementation

  /// Throws unless the client was launched.
  func checkLaunched() throws(BetableError) {
    guard isLaunched else { throw .notLaunched }
  }

  /// Sends a read-only call with the player's token.
  ///
  /// - Parameter call: The call.
  /// - Returns: The answer.
  /// - Throws: ``BetableError``.
  func ask(_ call: APICall) async throws(BetableError) -> HTTPResponse {
    try checkLaunched()
    guard login.credentials != nil else { throw .notAuthorized(needsSession: false) }
    // Take the redactor now: a logout may come before the answer.
    let redactor = redactor
    do throws(APIFailure) {
      return try await connection.send(call)
    } catch {
      throw BetableError(error, of: call, redactor)
    }
  }

  /// Parses the answer of a call without the client's secrets: the answer may be journalled, and an
  /// error may quote it.
  func read<Value>(
    _ response: HTTPResponse, of call: APICall, _ redactor: Redactor? = nil,
    _ parse: (JSONValue) throws(JSONFailure) -> Value
  ) throws(BetableError) -> Value {
    do throws(JSONFailure) {
      let body = (redactor ?? self.redactor).redacted(response.body)
      return try parse(try JSONValue(parsing: body))
    } catch {
      var failure = error
      failure.call = call.description
      throw .unreadable("\(failure)")
    }
  }

  /// Reports parts of an answer that are left out.
  func report(_ failures: [JSONFailure], of call: APICall) {
    for var failure in failures {
      failure.call = call.description
      surroundings.log.warning("left out: \(failure)", metadata: ["api": "betable"])
      surroundings.reject(failure)
    }
  }

  /// A redactor of all of the client's secrets.
  var redactor: Redactor { redactor(and: []) }

  /// Returns a redactor of the client's secrets and of further ones.
  func redactor(and others: [Secret]) -> Redactor { Redactor(others + login.secrets) }

  /// Journals events of something that has already happened; a failure is only logged.
  func note(_ events: [BetEvent]) {
    do throws(BetJournalError) {
      try surroundings.journal?.journal.record(events)
    } catch {
      surroundings.log.error("\(error)", metadata: ["api": "\(BetableServiceSettings.api)"])
    }
  }
}

/// The guide's calls for games that do not check credentials yet.
///
/// They do not watch the player's session: `checkCredentials(_:loginOverRegister:)` does.
extension Betable {
  /// Keeps the login; logging in already keeps it.
  ///
  /// - Throws: ``BetableError`` `invalid` where it cannot be kept.
  @available(*, deprecated, message: "use checkCredentials(_:loginOverRegister:)")
  public func storeAccessToken() throws(BetableError) {
    if let credentials { try login.keep(credentials) }
  }

  /// Loads the kept login.
  ///
  /// - Returns: Whether there is one.
  @available(*, deprecated, message: "use checkCredentials(_:loginOverRegister:)")
  public func loadStoredAccessToken() -> Bool { loadStoredLogin() }

  /// Shows the authorize page.
  ///
  /// - Parameters:
  ///   - presenter: Shows the page.
  ///   - onClose: Called when the page has closed.
  /// - Throws: ``BetableError``.
  @available(*, deprecated, message: "use checkCredentials(_:loginOverRegister:)")
  public func authorizeInViewController(
    _ presenter: any WebPresenter, onClose: @escaping BetableCancelHandler = {}
  ) async throws(BetableError) {
    try checkLaunched()
    let page = try precachedPage()
    await presenter.present(page.page, onClose: CallOnce(onClose).callAsFunction)
  }
}
