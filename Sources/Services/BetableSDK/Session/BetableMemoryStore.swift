import Synchronization

/// Keeps a login while the program runs.
public final class BetableMemoryStore: BetableCredentialStore {
  private let login: Mutex<StoredLogin>

  /// Makes a store.
  ///
  /// - Parameter login: The initial login.
  public init(_ login: StoredLogin = StoredLogin()) { self.login = Mutex(login) }

  /// Returns the kept login.
  public func load() -> StoredLogin { login.withLock { $0 } }

  /// Keeps a login.
  public func save(_ login: StoredLogin) { self.login.withLock { $0 = login } }
}
