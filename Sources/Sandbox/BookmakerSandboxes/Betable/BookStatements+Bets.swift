import SandboxCore

/// A stored bet.
struct BookedBet {
  enum Kind: String {
    case backed, unbacked, credit
    case unbackedCredit = "unbacked_credit"

    /// Whether it is made with money, or with credits won with money.
    var isBacked: Bool { self == .backed || self == .credit }
    /// Whether the credit game is played.
    var isCredit: Bool { self == .credit || self == .unbackedCredit }
  }

  let id: Int64
  /// The client's key.
  let reference: String?
  let player: Int64?
  let clientUser: String?
  let game: String
  let creditGame: String?
  let kind: Kind
  let economy: BetEconomy?
  let currency: String?
  let wager: Int64
  let payout: Int64
  /// The answer's outcomes as JSON.
  let outcomes: String
  let at: Int64
}

extension BookStatements {
  /// Returns the number of the next bet.
  func nextBet() throws(SandboxError) -> Int64 {
    try row("SELECT COALESCE(MAX(id), 0) + 1 FROM bets")?[0] ?? 1
  }

  /// Adds a bet.
  func add(_ bet: BookedBet) throws(SandboxError) {
    try run(
      "INSERT INTO bets VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        bet.id, bet.reference, bet.player, bet.clientUser, bet.game, bet.creditGame,
        bet.kind.rawValue, bet.economy?.rawValue, bet.currency, bet.wager, bet.payout,
        bet.outcomes, bet.at,
      ])
  }

  /// Returns the bets of a token's owner after an id, in order of creation.
  func bets(of token: BetToken, after id: Int64, limit: Int64) throws(SandboxError) -> [BookedBet] {
    let owner = token.player == nil ? "client_user" : "player"
    let value: any SQLiteValue = token.player.map { $0 as any SQLiteValue } ?? token.clientUser
    return try rows(
      "SELECT * FROM bets WHERE \(owner) = ? AND id > ? ORDER BY id LIMIT ?", [value, id, limit]
    ).map { BookedBet($0) }
  }

  /// Returns all bets, in order of creation.
  func allBets() throws(SandboxError) -> [BookedBet] {
    try rows("SELECT * FROM bets ORDER BY id").map { BookedBet($0) }
  }
}

extension BookedBet {
  /// Reads a row of the table `bets`.
  fileprivate init(_ row: SQLiteRow) {
    guard let kind = Kind(rawValue: row["kind"]) else {
      preconditionFailure("found a bet of an unknown kind; expected one of ours")
    }
    self.init(
      id: row["id"], reference: row["reference"], player: row["player"],
      clientUser: row["client_user"], game: row["game"], creditGame: row["credit_game"],
      kind: kind, economy: (row["economy"] as String?).flatMap { BetEconomy(rawValue: $0) },
      currency: row["currency"], wager: row["wager"], payout: row["payout"],
      outcomes: row["outcomes"], at: row["at"])
  }
}
