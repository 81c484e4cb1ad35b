import Synchronization

/// Keeps a login for as long as the program runs.
public final class BetableMemoryStore: BetableCredentialStore {
  private let login: Mutex<StoredLogin>

  /// Makes a store.
  ///
  /// - Parameter login: What is in it at first.
  public init(_ login: StoredLogin = StoredLogin()) { self.login = Mutex(login) }

  /// What is kept.
  public func load() -> StoredLogin { login.withLock { $0 } }

  /// Keeps a login.
  public func save(_ login: StoredLogin) { self.login.withLock { $0 = login } }
}
