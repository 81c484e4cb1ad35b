import APICore

/// The player's login: the access token, and the session that backed bets need.
public struct BetableCredentials: Equatable, Sendable {
  /// The token of every call; no text shows it.
  public let accessToken: Secret
  /// The session; nil if the token is valid for unbacked bets only.
  public let sessionID: Secret?
  /// The player's id if known; for an unbacked token, the app's id for its user.
  public let userID: String?

  /// Makes a login.
  public init(accessToken: Secret, sessionID: Secret?, userID: String? = nil) {
    self.accessToken = accessToken
    self.sessionID = sessionID
    self.userID = userID
  }

  /// Whether only unbacked bets can be made.
  public var isUnbacked: Bool { sessionID == nil }

  /// Returns the same login with the player's id.
  func of(userID: String) -> BetableCredentials {
    BetableCredentials(accessToken: accessToken, sessionID: sessionID, userID: userID)
  }
}

extension BetableCredentials: CustomStringConvertible, CustomReflectable {
  /// The kind of login; never the token, the session or the player.
  public var description: String { isUnbacked ? "unbacked credentials" : "credentials" }

  /// A mirror that shows only ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["kind": description]) }
}

/// The part of a login that is kept between runs.
public struct StoredLogin: Equatable, Sendable {
  /// The login; nil if no player is logged in.
  public var credentials: BetableCredentials?
  /// The `state` of an authorize page that was shown and has not come back; nil if none.
  public var pendingState: Secret?

  /// Makes a stored login.
  public init(credentials: BetableCredentials? = nil, pendingState: Secret? = nil) {
    self.credentials = credentials
    self.pendingState = pendingState
  }
}

/// A store for a login, such as the keychain on a phone.
public protocol BetableCredentialStore: Sendable {
  /// Loads the kept login; an empty one if there is none.
  ///
  /// - Throws: ``BetableError`` `invalid` if it cannot be read.
  func load() throws(BetableError) -> StoredLogin

  /// Keeps a login in place of the previous one; an empty login removes it.
  ///
  /// - Parameter login: The login.
  /// - Throws: ``BetableError`` `invalid` if it cannot be kept.
  func save(_ login: StoredLogin) throws(BetableError)
}
