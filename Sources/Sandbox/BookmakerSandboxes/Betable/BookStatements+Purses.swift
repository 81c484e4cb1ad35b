import SandboxCore

/// The kind of money in a bet: real, or the sandbox's.
enum BetEconomy: String, CaseIterable {
  case real, sandbox
}

/// One balance of a player.
struct BetPurse {
  let player: Int64
  let economy: BetEconomy
  /// The game that accepts the credits; nil for money.
  let game: String?
}

/// One change of a balance.
struct BetEntry {
  enum Kind: String {
    case deposit, wager, payout
    /// Credits won.
    case credit
  }

  let kind: Kind
  /// Minor units; negative for a wager.
  let amount: Int64
  let bet: Int64?
  let at: Int64
}

extension BookStatements {
  /// Returns a balance in minor units; 0 if there is none.
  func balance(_ purse: BetPurse) throws(SandboxError) -> Int64 {
    try row(
      "SELECT balance FROM purses WHERE player = ? AND economy = ? AND game = ?",
      [purse.player, purse.economy.rawValue, purse.game ?? ""])?[0] ?? 0
  }

  /// Changes a balance by a ledger entry.
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
