import Racing
import SandboxCore

/// A table of the betting service's truth, as CSV directly from its book.
///
/// If you change a column, also change it in `docs/sandbox.md`.
public enum BetableTruth: String, CaseIterable, Sendable {
  /// One line per bet, in order of creation.
  case bets
  /// One line per change of a balance, in order of creation.
  case ledger
  /// One line per balance.
  case wallets
  /// One line per game, with its return to the player.
  case games
  /// One line per line of a payout table.
  case payouts

  func text(_ book: BookStatements) throws(SandboxError) -> String {
    switch self {
    case .bets: try Self.bets(book)
    case .ledger: try Self.ledger(book)
    case .wallets: try Self.wallets(book)
    case .games: Self.gameLines
    case .payouts: Self.payoutLines
    }
  }

  // MARK: - Implementation

  private static func bets(_ book: BookStatements) throws(SandboxError) -> String {
    let accounts = try accounts(book)
    let lines = try book.allBets().map { bet in
      [
        String(bet.id), bet.reference ?? "", bet.player.flatMap { accounts[$0] } ?? "",
        bet.clientUser ?? "", bet.game, bet.creditGame ?? "", bet.kind.rawValue,
        bet.economy?.rawValue ?? "", bet.currency ?? "", String(bet.wager), String(bet.payout),
        ExactText.instant(bet.at),
      ]
    }
    return CSVLines.lines(
      [
        "bet_id", "reference", "account_id", "client_user_id", "game_id", "credit_game_id", "kind",
        "economy", "currency", "wager_minor", "payout_minor", "created_at",
      ], lines)
  }

  private static func ledger(_ book: BookStatements) throws(SandboxError) -> String {
    let accounts = try accounts(book)
    let lines = try book.rows("SELECT * FROM bet_ledger ORDER BY id").map { row -> [String] in
      let (id, player, amount): (Int64, Int64, Int64) = (row["id"], row["player"], row["amount"])
      let (balance, bet): (Int64, Int64?) = (row["balance"], row["bet"])
      return [
        String(id), accounts[player] ?? "", row["economy"], row["game"], row["kind"],
        String(amount), String(balance), bet.map { String($0) } ?? "", ExactText.instant(row["at"]),
      ]
    }
    return CSVLines.lines(
      [
        "entry_id", "account_id", "economy", "credit_game_id", "kind", "amount_minor",
        "balance_after_minor", "bet_id", "created_at",
      ], lines)
  }

  private static func wallets(_ book: BookStatements) throws(SandboxError) -> String {
    let lines = try book.rows(
      """
      SELECT account, economy, game, currency, balance FROM purses
      JOIN players ON players.id = purses.player ORDER BY purses.player, economy, game
      """
    ).map { row -> [String] in
      let balance: Int64 = row["balance"]
      return [row["account"], row["economy"], row["game"], row["currency"], String(balance)]
    }
    return CSVLines.lines(
      ["account_id", "economy", "credit_game_id", "currency", "balance_minor"], lines)
  }

  private static var gameLines: String {
    CSVLines.lines(
      ["game_id", "name", "credit_game_id", "return_to_player", "credits_to_player"],
      BetableGame.all.map { game in
        [
          game.id, game.name, game.creditGame ?? "", decimal(game.returnToPlayer),
          decimal(game.creditsToPlayer),
        ]
      })
  }

  private static var payoutLines: String {
    CSVLines.lines(
      ["game_id", "name", "run", "ways", "outcomes", "multiple", "credit_multiple"],
      BetableGame.all.flatMap { game in
        game.payouts.map { payout in
          [
            game.id, payout.name, String(payout.run), String(payout.ways), String(payout.outcomes),
            String(payout.multiple), String(payout.creditMultiple),
          ]
        }
      })
  }

  /// Formats a ratio with nine decimals.
  private static func decimal(_ ratio: Ratio) -> String {
    ExactText.fixed(ratio.rounded(toDecimals: 9) ?? 0, places: 9, scale: 9)
  }

  private static func accounts(_ book: BookStatements) throws(SandboxError) -> [Int64: String] {
    let rows = try book.rows("SELECT id, account FROM players")
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as Int64, $0[1] as String) })
  }
}
