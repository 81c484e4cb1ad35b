import APICore
import Foundation
import Synchronization

/// The client's current login, and the store that keeps it.
final class BetableLogin: Authorization {
  private let store: any BetableCredentialStore
  private let clientSecret: Secret
  private let held = Mutex(StoredLogin())

  init(_ store: any BetableCredentialStore, clientSecret: Secret) {
    (self.store, self.clientSecret) = (store, clientSecret)
  }

  /// The login in memory.
  var stored: StoredLogin { held.withLock { $0 } }

  /// The login; nil if no player is logged in.
  var credentials: BetableCredentials? { held.withLock { $0.credentials } }

  /// Loads the store's login, unless there is one already.
  ///
  /// - Returns: The login; nil if there is none.
  /// - Throws: ``BetableError`` `invalid` if the store cannot be read.
  @discardableResult
  func load() throws(BetableError) -> BetableCredentials? {
    if let credentials { return credentials }
    let kept = try store.load()
    return held.withLock { held in
      held.credentials = held.credentials ?? kept.credentials
      held.pendingState = held.pendingState ?? kept.pendingState
      return held.credentials
    }
  }

  /// Holds and keeps a login.
  func keep(_ credentials: BetableCredentials) throws(BetableError) {
    try store.save(
      held.withLock { held in
        held.credentials = credentials
        return held
      })
  }

  /// Uses a login without keeping it.
  func hold(_ credentials: BetableCredentials) { held.withLock { $0.credentials = credentials } }

  /// Keeps the `state` of the authorize page shown now.
  func begin(_ state: Secret) throws(BetableError) {
    try store.save(
      held.withLock { held in
        held.pendingState = state
        return held
      })
  }

  /// Whether a redirect's `state` is that of the page shown; it counts once.
  func ends(_ state: String) throws(BetableError) -> Bool {
    if stored.pendingState == nil {
      let kept = try store.load().pendingState
      held.withLock { $0.pendingState = $0.pendingState ?? kept }
    }
    let remaining: StoredLogin? = held.withLock { held in
      guard let pending = held.pendingState, pending.isSame(as: state) else { return nil }
      held.pendingState = nil
      return held
    }
    guard let remaining else { return false }
    try store.save(remaining)
    return true
  }

  /// Ends any login in progress.
  func endsAny() throws(BetableError) {
    try store.save(
      held.withLock { held in
        held.pendingState = nil
        return held
      })
  }

  /// Forgets the login, here and in the store.
  ///
  /// - Returns: The previous login; nil if no player was logged in.
  func forget() throws(BetableError) -> BetableCredentials? {
    let before = held.withLock { held in
      defer { held = StoredLogin() }
      return held.credentials
    }
    try store.save(StoredLogin())
    return before
  }

  // MARK: - Authorization

  func headers() async -> HTTPHeaders? {
    guard let credentials else { return nil }
    return await FixedAuthorization(token: credentials.accessToken).headers()
  }

  /// The game's secret, token, session and pending `state`: an answer may repeat any of them.
  var secrets: [Secret] {
    let held = stored
    return [
      clientSecret, held.credentials?.accessToken, held.credentials?.sessionID, held.pendingState,
    ].compactMap { $0 }
  }

  /// Loads the store's login if another process has logged in since.
  func renew(after refused: HTTPHeaders) async -> Bool {
    guard let kept = try? store.load().credentials,
      await FixedAuthorization(token: kept.accessToken).headers() != refused
    else { return false }
    held.withLock { $0.credentials = kept }
    return true
  }
}

extension Secret {
  /// Whether a text equals the secret, compared in constant time.
  fileprivate func isSame(as text: String) -> Bool {
    let (one, other) = (Array(exposed.utf8), Array(text.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// One token for one call, even if the login changes meanwhile.
struct FixedAuthorization: Authorization {
  let fields: HTTPHeaders

  /// Sends an access token.
  init(token: Secret) {
    fields = ["Authorization": QueryTokenTransport.prefix + token.exposed]
  }

  /// Sends a client's id and secret.
  init(clientID: String, secret: Secret) {
    let pair = Data("\(clientID):\(secret.exposed)".utf8).base64EncodedString()
    fields = ["Authorization": "Basic " + pair]
  }

  func headers() async -> HTTPHeaders? { fields }
  func renew(after refused: HTTPHeaders) async -> Bool { false }
}
