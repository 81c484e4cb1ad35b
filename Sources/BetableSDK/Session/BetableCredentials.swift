import APICore

/// The player's login: what lets the client ask, and the session that backed bets want.
public struct BetableCredentials: Equatable, Sendable {
  /// The token that goes with every call; no text shows it.
  public let accessToken: Secret
  /// The session; nil where the token is good for unbacked bets alone.
  public let sessionID: Secret?
  /// The player's id as far as it is known, of an unbacked token the app's own id.
  public let userID: String?

  /// Takes a login.
  public init(accessToken: Secret, sessionID: Secret?, userID: String? = nil) {
    self.accessToken = accessToken
    self.sessionID = sessionID
    self.userID = userID
  }

  /// Whether only unbacked bets can be made.
  public var isUnbacked: Bool { sessionID == nil }

  /// The same login, of a player who is known.
  func of(userID: String) -> BetableCredentials {
    BetableCredentials(accessToken: accessToken, sessionID: sessionID, userID: userID)
  }
}

extension BetableCredentials: CustomStringConvertible, CustomReflectable {
  /// Which kind of login it is; never the token, the session or the player.
  public var description: String { isUnbacked ? "unbacked credentials" : "credentials" }

  /// Shows ``description`` only.
  public var customMirror: Mirror { Mirror(self, children: ["kind": description]) }
}

/// What of a login outlasts the program.
public struct StoredLogin: Equatable, Sendable {
  /// The login; nil where nobody is logged in.
  public var credentials: BetableCredentials?
  /// The `state` of an authorize page that was shown and has not come back; nil where there is none.
  public var pendingState: Secret?

  /// Takes a login.
  public init(credentials: BetableCredentials? = nil, pendingState: Secret? = nil) {
    self.credentials = credentials
    self.pendingState = pendingState
  }
}

/// Keeps a login, as the keychain does on a phone.
public protocol BetableCredentialStore: Sendable {
  /// What is kept; an empty login where nothing is.
  ///
  /// - Throws: ``BetableError`` `invalid` where it cannot be read.
  func load() throws(BetableError) -> StoredLogin

  /// Keeps a login in place of what was kept; an empty one leaves nothing behind.
  ///
  /// - Parameter login: The login.
  /// - Throws: ``BetableError`` `invalid` where it cannot be kept.
  func save(_ login: StoredLogin) throws(BetableError)
}
