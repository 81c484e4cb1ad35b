import SandboxCore

/// A token and its owner.
struct BetToken {
  /// The player; nil for an unbacked token.
  let player: Int64?
  /// The client's own user, for an unbacked token.
  let clientUser: String?
  /// The session issued with a player's token.
  let session: String?
  let isRevoked: Bool
}

/// A code from the authorize page.
struct AuthorizeCode {
  let player: Int64
  let redirectURI: String
  let session: String
  let expiresAt: Int64
  /// The token for which it was exchanged.
  let token: String?
}

/// A player's session.
struct BetSession {
  let player: Int64
  /// The time of the last keep-alive.
  var aliveAt: Int64
  /// The time of the last completed reality check.
  var checkedAt: Int64
  let isEnded: Bool
}

/// A player in the book.
struct BetPlayer {
  let id: Int64
  let account: String
  let firstName: String
  let lastName: String
  let currency: String
}

extension BookStatements {
  /// Returns the moment at which the clock is stopped; nil if it runs.
  func stoppedClock() throws(SandboxError) -> Int64? {
    try row("SELECT at FROM betable_clock")?[0]
  }

  /// Stops the clock at a moment, or lets it run.
  func stopClock(_ moment: Int64?) throws(SandboxError) {
    try run("DELETE FROM betable_clock")
    if let moment { try run("INSERT INTO betable_clock (at) VALUES (?)", [moment]) }
  }

  /// Returns a player by number.
  func player(_ id: Int64) throws(SandboxError) -> BetPlayer? {
    try row("SELECT * FROM players WHERE id = ?", [id]).map { row in
      BetPlayer(
        id: row["id"], account: row["account"], firstName: row["first_name"],
        lastName: row["last_name"], currency: row["currency"])
    }
  }

  /// Counts the rows of a table; the count seeds the next word.
  func count(_ table: String) throws(SandboxError) -> Int {
    try row("SELECT COUNT(*) FROM \(table)")?[0] ?? 0
  }

  /// Returns a code; nil for an unknown one.
  func code(_ code: String) throws(SandboxError) -> AuthorizeCode? {
    try row("SELECT * FROM codes WHERE code = ?", [code]).map { row in
      AuthorizeCode(
        player: row["player"], redirectURI: row["redirect_uri"], session: row["session"],
        expiresAt: row["expires_at"], token: row["token"])
    }
  }

  /// Stores a code, or marks it as used.
  func keep(_ code: AuthorizeCode, as text: String) throws(SandboxError) {
    try run(
      "INSERT OR REPLACE INTO codes VALUES (?, ?, ?, ?, ?, ?)",
      [text, code.player, code.redirectURI, code.session, code.expiresAt, code.token])
  }

  /// Returns a token; nil for an unknown one.
  func token(_ token: String) throws(SandboxError) -> BetToken? {
    try row("SELECT * FROM tokens WHERE token = ?", [token]).map { row in
      BetToken(
        player: row["player"], clientUser: row["client_user"], session: row["session"],
        isRevoked: row["revoked"])
    }
  }

  /// Adds or changes a token.
  func keep(_ token: BetToken, as text: String) throws(SandboxError) {
    try run(
      "INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, ?, ?)",
      [text, token.player, token.clientUser, token.session, token.isRevoked])
  }

  /// Returns a session; nil for an unknown one.
  func session(_ session: String) throws(SandboxError) -> BetSession? {
    try row("SELECT * FROM sessions WHERE session = ?", [session]).map { row in
      BetSession(
        player: row["player"], aliveAt: row["alive_at"], checkedAt: row["checked_at"],
        isEnded: row["ended"])
    }
  }

  /// Adds or changes a session.
  func keep(_ session: BetSession, as text: String) throws(SandboxError) {
    try run(
      "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?)",
      [text, session.player, session.aliveAt, session.checkedAt, session.isEnded])
  }
}
