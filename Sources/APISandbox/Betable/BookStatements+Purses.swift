/// The money that a bet is made with: money that can be withdrawn, or that of the sandbox.
enum BetEconomy: String, CaseIterable {
  case real, sandbox
}

/// One balance of a player.
struct BetPurse {
  let player: Int64
  let economy: BetEconomy
  /// The game that credits are for; nil for money.
  let game: String?
}

/// One change of a balance.
struct BetEntry {
  enum Kind: String {
    case deposit, wager, payout
    /// Credits that were won.
    case credit
  }

  let kind: Kind
  /// Minor units; a wager's is below zero.
  let amount: Int64
  let bet: Int64?
  let at: Int64
}

extension BookStatements {
  /// A balance in minor units; 0 where there never was one.
  func balance(_ purse: BetPurse) throws(SandboxError) -> Int64 {
    try row(
      "SELECT balance FROM purses WHERE player = ? AND economy = ? AND game = ?",
      [purse.player, purse.economy.rawValue, purse.game ?? ""])?[0] ?? 0
  }

  /// Changes a balance by an entry of the ledger.
  func enter(_ entry: BetEntry, _ purse: BetPurse) throws(SandboxError) {
    let balance = try balance(purse) + entry.amount
    let game = purse.game ?? ""
    try run(
      """
      INSERT INTO bet_ledger (player, economy, game, kind, amount, balance, bet, at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        purse.player, purse.economy.rawValue, game, entry.kind.rawValue, entry.amount, balance,
        entry.bet, entry.at,
      ])
    try run(
      """
      INSERT INTO purses (player, economy, game, balance) VALUES (?, ?, ?, ?)
      ON CONFLICT (player, economy, game) DO UPDATE SET balance = excluded.balance
      """, [purse.player, purse.economy.rawValue, game, balance])
  }
}
