import APICore
import Columns
import Foundation
import Synchronization

/// A username and password.
public struct SportsbookCredentials: Equatable, Sendable {
  /// The username, usually an e-mail address.
  public let username: String
  /// The password.
  public let password: Secret

  /// Makes credentials.
  public init(username: String, password: Secret) {
    self.username = username
    self.password = password
  }
}

/// A login: the token, and the credentials that renew it.
///
/// Nothing is stored: a session ends with its program. If the service refuses the token and a
/// password is held, one login is made for all waiting callers. A refused password is not sent
/// again.
public final class SportsbookSession: Authorization {
  private struct State {
    var token: Secret?
    var credentials: SportsbookCredentials?
    var user: User?
    var renewalFailure: SportsbookError?
    /// The number of logins and logouts; a login that began before the last of them does not count.
    var generation = 0
  }

  private let connection: APIConnection
  private let fields: HTTPHeaders
  private let reject: @Sendable (JSONFailure) -> Void
  private let state: Mutex<State>

  /// Makes a session; sends nothing.
  ///
  /// - Parameters:
  ///   - settings: The address of the service, and the rules of its requests.
  ///   - surroundings: The transport, clock and log; its limiter should be the client's.
  ///   - credentials: The credentials for new tokens; nil for none.
  ///   - token: The token of an earlier login; nil for none.
  public init(
    _ settings: SportsbookServiceSettings,
    surroundings: SportsbookSurroundings = SportsbookSurroundings(),
    credentials: SportsbookCredentials? = nil, token: Secret? = nil
  ) {
    fields = settings.headers
    reject = surroundings.reject
    state = Mutex(State(token: token, credentials: credentials))
    connection = APIConnection(
      settings.connection, transport: surroundings.transport, authorization: Open(),
      clock: surroundings.clock, limiter: surroundings.limiter, log: surroundings.log,
      observe: surroundings.observe, waits: surroundings.waits)
  }

  /// The token; nil if no user is logged in.
  public var token: Secret? { state.withLock { $0.token } }

  /// Whether there is a token, or a password to get one.
  public var canLogIn: Bool { state.withLock { $0.token != nil || $0.credentials != nil } }

  /// The logged-in user, if the service named one.
  public var user: User? { state.withLock { $0.user } }

  /// The error of the last attempt to renew the token; nil if it succeeded or none was made.
  public var renewalFailure: SportsbookError? { state.withLock { $0.renewalFailure } }

  /// Logs in, in place of any earlier login.
  ///
  /// - Parameter credentials: Username and password, kept until ``logout()`` to renew the token;
  ///   nil for the ones already held.
  /// - Returns: The service's answer.
  /// - Throws: ``SportsbookError``; `unauthorized` or `validation` for a wrong password,
  ///   `notAuthenticated` without credentials, `cancelled` if another login or logout came in
  ///   between.
  @discardableResult
  public func login(
    _ credentials: SportsbookCredentials? = nil
  ) async throws(SportsbookError) -> LoginResponse {
    let (held, generation) = state.withLock { state in
      state.generation += 1
      return (credentials ?? state.credentials, state.generation)
    }
    guard let held else { throw .notAuthenticated }
    return try await signIn(held, generation)
  }

  /// Forgets token, password and user.
  public func logout() {
    state.withLock { $0 = State(generation: $0.generation + 1) }
  }

  /// Returns the header field with the token; nil without a token.
  public func headers() async -> HTTPHeaders? {
    token.map { ["Authorization": "Bearer " + $0.exposed] }
  }

  /// Token and password: an answer to any request may repeat either.
  public var secrets: [Secret] {
    state.withLock { [$0.token, $0.credentials?.password].compactMap { $0 } }
  }

  /// Logs in again, if a password is held.
  public func renew(after refused: HTTPHeaders) async -> Bool {
    let (held, generation) = state.withLock { ($0.credentials, $0.generation) }
    guard let held else { return false }
    do throws(SportsbookError) {
      try await signIn(held, generation)
      return true
    } catch {
      state.withLock { state in
        guard state.generation == generation else { return }
        state.renewalFailure = error
        if error.isRefusal { state.credentials = nil }
      }
      // Another caller may have logged in in the meantime.
      return await headers().map { $0 != refused } ?? false
    }
  }

  // MARK: - Implementation

  /// The authorization of the login call, which needs no credential.
  private struct Open: Authorization {
    func headers() async -> HTTPHeaders? { [:] }
    func renew(after refused: HTTPHeaders) async -> Bool { false }
  }

  /// The login's body, with the guide's member names.
  private struct Body: Encodable {
    let username: String
    let password: String
  }

  @discardableResult
  private func signIn(
    _ credentials: SportsbookCredentials, _ generation: Int
  ) async throws(SportsbookError) -> LoginResponse {
    let call = call(credentials)
    let response: HTTPResponse
    do throws(APIFailure) {
      response = try await connection.send(call)
    } catch {
      throw SportsbookError(error, of: call, redactor: Redactor([credentials.password]))
    }
    let login: LoginResponse
    do throws(JSONFailure) {
      let (value, omitted) = try JSONDecoder().reading(LoginResponse.self, of: response.body)
      login = value
      for var part in omitted {
        part.call = call.description
        part.reason = part.unquotedReason
        reject(part)
      }
    } catch {
      // The reason may quote the answer, which may hold the token.
      throw .decoding("\(call): found an answer without a token; expected one")
    }
    let isCurrent = state.withLock { state in
      guard state.generation == generation else { return false }
      state.token = login.token
      state.credentials = credentials
      state.user = login.user ?? state.user
      state.renewalFailure = nil
      return true
    }
    // A later login or logout takes precedence.
    guard isCurrent else { throw .cancelled }
    return login
  }

  /// Makes the login's call, which is sent once: the password is sent no more often than needed.
  private func call(_ credentials: SportsbookCredentials) -> APICall {
    let body = Body(username: credentials.username, password: credentials.password.exposed)
    return APICall(
      .post, endpoint: SportsbookEndpoint.login.path, body: JSONText.encoded(body),
      isIdempotent: false, headers: fields)
  }
}

extension SportsbookError {
  /// Whether the service refuses these credentials for good.
  fileprivate var isRefusal: Bool {
    switch self {
    case .unauthorized, .forbidden, .validation: true
    default: false
    }
  }
}
