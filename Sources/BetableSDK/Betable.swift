import APICore
import Foundation
import Logging
import Synchronization

/// The client of Betable: logs players in, watches their session, and places their bets.
///
/// Nothing may be asked before ``launch(withOptions:)``. A bet leaves once: it is written down before,
/// and is never sent again by the client, whatever becomes of it (``BetableError/indeterminate(_:)``).
///
/// If you change what is logged or kept, also change `SecrecyTests`: no text that leaves here may hold
/// a token, a session, a secret or a code.
public final class Betable: Sendable {
  /// Where the service is, and which game asks.
  public let settings: BetableServiceSettings
  let surroundings: BetableSurroundings
  let login: BetableLogin
  let state = Mutex(State())
  /// The way of all calls but bets and the token.
  let connection: APIConnection

  /// What changes while the client is used.
  struct State {
    var isLaunched = false
    var callbacks: (any BetableCredentialCallbacks)?
    /// Which of the authorize page's two screens comes first.
    var loginOverRegister = true
    var authorizePage: AuthorizePage?
    /// The session that the page was made for; nil for none.
    var authorizeSession: Secret?
    var monitor: Task<Void, Never>?
    var hasActivity = false
    /// The session whose reality check is under way; nil for none.
    var checking: Secret?
    var keepingAlive: Task<Void, Never>?
  }

  /// Makes a client; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - settings: Where the service is, and which game asks.
  ///   - surroundings: What the client works with.
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
    login = BetableLogin(surroundings.store)
    connection = APIConnection(
      settings.connection, transport: surroundings.transport, authorization: login,
      clock: surroundings.clock, limiter: limiter, log: surroundings.log,
      observe: surroundings.observe)
  }

  /// Makes a client of a game, with the guide's arguments.
  ///
  /// - Parameters:
  ///   - clientID: The game's id.
  ///   - clientSecret: The game's secret.
  ///   - redirectURI: Where the authorize page sends the player back to, such as
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

  /// Lets the client work, once the app has launched; further calls change nothing.
  ///
  /// - Parameter options: What the app was launched with; it is not needed here.
  public func launch(withOptions options: [String: JSONValue]? = nil) {
    state.withLock { $0.isLaunched = true }
  }

  /// Whether ``launch(withOptions:)`` was called.
  public var isLaunched: Bool { state.withLock { $0.isLaunched } }

  /// The player's login; nil where nobody is logged in.
  public var credentials: BetableCredentials? { login.credentials }

  /// The authorization with which others may ask as this client's player.
  public var authorization: any Authorization { login }

  /// The time, µs since 1970 UTC.
  var now: Int64 { surroundings.clock.now }

  // MARK: - Implementation

  /// Refuses to work before the launch.
  func checkLaunched() throws(BetableError) {
    guard isLaunched else { throw .notLaunched }
  }

  /// Sends a call that changes nothing, with the player's token.
  ///
  /// - Parameter call: The call.
  /// - Returns: The answer.
  /// - Throws: ``BetableError``.
  func ask(_ call: APICall) async throws(BetableError) -> HTTPResponse {
    try checkLaunched()
    guard login.credentials != nil else { throw .notAuthorized(needsSession: false) }
    // A logout may come before the answer.
    let redactor = redactor
    do throws(APIFailure) {
      return try await connection.send(call)
    } catch {
      throw BetableError(error, of: call, redactor)
    }
  }

  /// Reads the answer of a call, without the client's secrets: it may be written down, and why it
  /// cannot be read may quote it.
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

  /// What takes all of the client's secrets out of a text.
  var redactor: Redactor { redactor(and: []) }

  /// Makes a redactor of the client's secrets and of some that it does not hold.
  func redactor(and others: [Secret]) -> Redactor {
    let held = login.stored
    return Redactor(
      others
        + [
          settings.clientSecret, held.credentials?.accessToken, held.credentials?.sessionID,
          held.pendingState,
        ].compactMap { $0 })
  }

  /// Writes an event that follows something that has happened already; what cannot be written is
  /// told to the log.
  func note(_ events: [BetEvent]) {
    do throws(BetJournalError) {
      try surroundings.journal?.journal.record(events)
    } catch {
      surroundings.log.error("\(error)", metadata: ["api": "\(BetableServiceSettings.api)"])
    }
  }
}
