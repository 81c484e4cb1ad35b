import APICore
import Synchronization

/// The login that a client works with, and the store that keeps it.
final class BetableLogin: Authorization {
  private let store: any BetableCredentialStore
  private let held = Mutex(StoredLogin())

  init(_ store: any BetableCredentialStore) { self.store = store }

  /// What is held in memory.
  var stored: StoredLogin { held.withLock { $0 } }

  /// The login; nil where nobody is logged in.
  var credentials: BetableCredentials? { held.withLock { $0.credentials } }

  /// Takes what the store keeps, unless there is a login already.
  ///
  /// - Returns: The login; nil where there is none.
  /// - Throws: ``BetableError`` `invalid` where the store cannot be read.
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

  /// Holds a login without keeping it.
  func hold(_ credentials: BetableCredentials) { held.withLock { $0.credentials = credentials } }

  /// Keeps the `state` of an authorize page that is shown now.
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

  /// Ends whatever login was begun.
  func endsAny() throws(BetableError) {
    try store.save(
      held.withLock { held in
        held.pendingState = nil
        return held
      })
  }

  /// Forgets the login, here and in the store.
  ///
  /// - Returns: The login that there was; nil where nobody was logged in.
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

  /// Another process may have logged in anew since this one read the store.
  func renew(after refused: HTTPHeaders) async -> Bool {
    guard let kept = try? store.load().credentials,
      await FixedAuthorization(token: kept.accessToken).headers() != refused
    else { return false }
    held.withLock { $0.credentials = kept }
    return true
  }
}

extension Secret {
  /// Whether a text is the secret, in a time that does not tell how much of it is right.
  fileprivate func isSame(as text: String) -> Bool {
    let (one, other) = (Array(exposed.utf8), Array(text.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
