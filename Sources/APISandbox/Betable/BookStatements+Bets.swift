/// A bet that was made.
struct BookedBet {
  enum Kind: String {
    case backed, unbacked, credit
    case unbackedCredit = "unbacked_credit"

    /// Whether it is made with money, or with credits that were won with money.
    var isBacked: Bool { self == .backed || self == .credit }
    /// Whether the game that is played is the other one of two.
    var isCredit: Bool { self == .credit || self == .unbackedCredit }
  }

  let id: Int64
  /// The key that the client sent along.
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
  /// The JSON of the answer's outcomes.
  let outcomes: String
  let at: Int64
}

extension BookStatements {
  /// The number of the next bet.
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

  /// The bets of a token's owner behind a bet, in the order in which they were made.
  func bets(of token: BetToken, after id: Int64, limit: Int64) throws(SandboxError) -> [BookedBet] {
    let owner = token.player == nil ? "client_user" : "player"
    let value: any SQLiteValue = token.player.map { $0 as any SQLiteValue } ?? token.clientUser
    return try rows(
      "SELECT * FROM bets WHERE \(owner) = ? AND id > ? ORDER BY id LIMIT ?", [value, id, limit]
    ).map { BookedBet($0) }
  }

  /// All bets, in the order in which they were made.
  func allBets() throws(SandboxError) -> [BookedBet] {
    try rows("SELECT * FROM bets ORDER BY id").map { BookedBet($0) }
  }
}

extension BookedBet {
  /// A row of the table `bets`.
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
