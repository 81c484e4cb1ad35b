/// A token, and whom it stands for.
struct BetToken {
  /// The player; nil for an unbacked token.
  let player: Int64?
  /// The client's own user of an unbacked token.
  let clientUser: String?
  /// The session that a player's token came with.
  let session: String?
  let isRevoked: Bool
}

/// A code that the authorize page gave.
struct AuthorizeCode {
  let player: Int64
  let redirectURI: String
  let session: String
  let expiresAt: Int64
  /// The token that it was exchanged for.
  let token: String?
}

/// A player's session.
struct BetSession {
  let player: Int64
  /// The last keep-alive.
  var aliveAt: Int64
  /// The last reality check that was answered.
  var checkedAt: Int64
  let isEnded: Bool
}

/// A player of the book.
struct BetPlayer {
  let id: Int64
  let account: String
  let firstName: String
  let lastName: String
  let currency: String
}

extension BookStatements {
  /// The moment at which the clock stands; nil while it goes.
  func standingClock() throws(SandboxError) -> Int64? {
    try row("SELECT at FROM betable_clock")?[0]
  }

  /// Sets the clock, or lets it go.
  func setStandingClock(_ moment: Int64?) throws(SandboxError) {
    try run("DELETE FROM betable_clock")
    if let moment { try run("INSERT INTO betable_clock (at) VALUES (?)", [moment]) }
  }

  /// A player by number.
  func player(_ id: Int64) throws(SandboxError) -> BetPlayer? {
    try row("SELECT * FROM players WHERE id = ?", [id]).map { row in
      BetPlayer(
        id: row["id"], account: row["account"], firstName: row["first_name"],
        lastName: row["last_name"], currency: row["currency"])
    }
  }

  /// How many rows a table has, by which the next word is drawn.
  func count(_ table: String) throws(SandboxError) -> Int {
    try row("SELECT COUNT(*) FROM \(table)")?[0] ?? 0
  }

  /// A code; nil for one that was never given.
  func code(_ code: String) throws(SandboxError) -> AuthorizeCode? {
    try row("SELECT * FROM codes WHERE code = ?", [code]).map { row in
      AuthorizeCode(
        player: row["player"], redirectURI: row["redirect_uri"], session: row["session"],
        expiresAt: row["expires_at"], token: row["token"])
    }
  }

  /// Adds a code, or marks one as used.
  func keep(_ code: AuthorizeCode, as text: String) throws(SandboxError) {
    try run(
      "INSERT OR REPLACE INTO codes VALUES (?, ?, ?, ?, ?, ?)",
      [text, code.player, code.redirectURI, code.session, code.expiresAt, code.token])
  }

  /// A token; nil for one that was never given.
  func token(_ token: String) throws(SandboxError) -> BetToken? {
    try row("SELECT * FROM tokens WHERE token = ?", [token]).map { row in
      BetToken(
        player: row["player"], clientUser: row["client_user"], session: row["session"],
        isRevoked: row["revoked"])
    }
  }

  /// Adds a token, or changes one.
  func keep(_ token: BetToken, as text: String) throws(SandboxError) {
    try run(
      "INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, ?, ?)",
      [text, token.player, token.clientUser, token.session, token.isRevoked])
  }

  /// A session; nil for one that never was.
  func session(_ session: String) throws(SandboxError) -> BetSession? {
    try row("SELECT * FROM sessions WHERE session = ?", [session]).map { row in
      BetSession(
        player: row["player"], aliveAt: row["alive_at"], checkedAt: row["checked_at"],
        isEnded: row["ended"])
    }
  }

  /// Adds a session, or changes one.
  func keep(_ session: BetSession, as text: String) throws(SandboxError) {
    try run(
      "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?)",
      [text, session.player, session.aliveAt, session.checkedAt, session.isEnded])
  }
}
