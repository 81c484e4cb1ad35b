import APICore
import Foundation
import Synchronization

/// A username and its password.
public struct SportsbookCredentials: Equatable, Sendable {
  /// The username, mostly an e-mail address.
  public let username: String
  /// The password.
  public let password: Secret

  /// Takes a username and its password.
  public init(username: String, password: Secret) {
    self.username = username
    self.password = password
  }
}

/// A login: the token that lets a client in, and what gets a new one when it has expired.
///
/// Nothing is written anywhere: a session ends with its program. When the service refuses the token,
/// and a password is held, one login is made for all callers who wait for it. A password that the
/// service has refused is not sent again.
public final class SportsbookSession: Authorization {
  private struct State {
    var token: Secret?
    var credentials: SportsbookCredentials?
    var user: User?
    var renewalFailure: SportsbookError?
    /// How often somebody logged in or out; a login that was begun before counts no more.
    var generation = 0
  }

  private let connection: APIConnection
  private let fields: HTTPHeaders
  private let state: Mutex<State>

  /// Opens a session; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - settings: Where the service is, and how it is asked.
  ///   - surroundings: What the session works with; its limiter should be the client's.
  ///   - credentials: What new tokens are got with; nil for none.
  ///   - token: The token of an earlier login; nil for none.
  public init(
    _ settings: SportsbookServiceSettings,
    surroundings: SportsbookSurroundings = SportsbookSurroundings(),
    credentials: SportsbookCredentials? = nil, token: Secret? = nil
  ) {
    fields = settings.headers
    state = Mutex(State(token: token, credentials: credentials))
    connection = APIConnection(
      settings.connection, transport: surroundings.transport, authorization: Open(),
      clock: surroundings.clock, limiter: surroundings.limiter, log: surroundings.log,
      observe: surroundings.observe)
  }

  /// The token; nil where nobody is logged in.
  public var token: Secret? { state.withLock { $0.token } }

  /// Whether there is a token, or a password to get one with.
  public var canLogIn: Bool { state.withLock { $0.token != nil || $0.credentials != nil } }

  /// Who is logged in, as far as the service told.
  public var user: User? { state.withLock { $0.user } }

  /// Why the last attempt to renew the token failed; nil where it succeeded, or none was made.
  public var renewalFailure: SportsbookError? { state.withLock { $0.renewalFailure } }

  /// Logs in, in the place of whoever is logged in.
  ///
  /// - Parameter credentials: Username and password, which are held until ``logout()`` so that the
  ///   token can be renewed; nil for those that are held.
  /// - Returns: The service's answer.
  /// - Throws: ``SportsbookError``; `unauthorized` or `validation` where the password is wrong,
  ///   `notAuthenticated` where there are no credentials, `cancelled` where somebody has logged in or
  ///   out meanwhile.
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

  /// The header field with the token; nil where nobody is logged in.
  public func headers() async -> HTTPHeaders? {
    token.map { ["Authorization": "Bearer " + $0.exposed] }
  }

  /// Logs in anew, if a password is held.
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
      // Somebody may have logged in meanwhile.
      return await headers().map { $0 != refused } ?? false
    }
  }

  // MARK: - Implementation

  /// The login itself lets everybody in.
  private struct Open: Authorization {
    func headers() async -> HTTPHeaders? { [:] }
    func renew(after refused: HTTPHeaders) async -> Bool { false }
  }

  /// The login's body, with the guide's names.
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
      login = try JSONDecoder().value(LoginResponse.self, of: response.body)
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
    // Somebody has logged in or out meanwhile, and that counts.
    guard isCurrent else { throw .cancelled }
    return login
  }

  /// A login that is answered late leaves a token that nobody uses, which does no harm: so it may
  /// be sent again where there was no answer.
  private func call(_ credentials: SportsbookCredentials) -> APICall {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let body = Body(username: credentials.username, password: credentials.password.exposed)
    guard let data = try? encoder.encode(body) else {
      preconditionFailure("two texts that JSON cannot write")
    }
    return APICall(
      .post, endpoint: SportsbookEndpoint.login.path, body: data, isIdempotent: true,
      headers: fields)
  }
}

extension SportsbookError {
  /// Whether the service does not want these credentials, whenever they are sent.
  fileprivate var isRefusal: Bool {
    switch self {
    case .unauthorized, .forbidden, .validation: true
    default: false
    }
  }
}
