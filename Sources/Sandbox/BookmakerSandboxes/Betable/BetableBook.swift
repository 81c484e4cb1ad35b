import SandboxCore

/// The tables of a betting service's book.
///
/// If you change a table, raise the version.
enum BetableBook {
  /// Opens a book, or creates one with the players and their first deposits.
  static func open(_ settings: BetableSettings) throws(SandboxError) -> StateBook {
    try StateBook(
      settings.stateFile, StateBook.Layout(version: 2_001, tables: tables)
    ) { book throws(SandboxError) in
      let now = settings.clock.now
      for player in settings.players {
        let number = try book.add(
          "INSERT INTO players (account, first_name, last_name, currency) VALUES (?, ?, ?, ?)",
          [player.id, player.firstName, player.lastName, player.currency])
        for economy in BetEconomy.allCases {
          try book.enter(
            BetEntry(kind: .deposit, amount: settings.deposit, bet: nil, at: now),
            BetPurse(player: number, economy: economy, game: nil))
        }
      }
    }
  }

  // MARK: - Implementation

  private static let tables = [
    """
    CREATE TABLE betable_clock (at INTEGER NOT NULL)
    """,
    """
    CREATE TABLE players (
      id INTEGER PRIMARY KEY, account TEXT NOT NULL UNIQUE, first_name TEXT NOT NULL,
      last_name TEXT NOT NULL, currency TEXT NOT NULL)
    """,
    """
    CREATE TABLE codes (
      code TEXT PRIMARY KEY, player INTEGER NOT NULL, redirect_uri TEXT NOT NULL,
      session TEXT NOT NULL, expires_at INTEGER NOT NULL, token TEXT) WITHOUT ROWID
    """,
    """
    CREATE TABLE tokens (
      token TEXT PRIMARY KEY, player INTEGER, client_user TEXT, session TEXT,
      revoked INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID
    """,
    """
    CREATE TABLE sessions (
      session TEXT PRIMARY KEY, player INTEGER NOT NULL, alive_at INTEGER NOT NULL,
      checked_at INTEGER NOT NULL, ended INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID
    """,
    """
    CREATE TABLE bets (
      id INTEGER PRIMARY KEY, reference TEXT, player INTEGER, client_user TEXT, game TEXT NOT NULL,
      credit_game TEXT, kind TEXT NOT NULL, economy TEXT, currency TEXT, wager INTEGER NOT NULL,
      payout INTEGER NOT NULL, outcomes TEXT NOT NULL, at INTEGER NOT NULL)
    """,
    """
    CREATE INDEX bets_of_player ON bets (player, id)
    """,
    """
    CREATE INDEX bets_of_client_user ON bets (client_user, id)
    """,
    """
    CREATE TABLE bet_ledger (
      id INTEGER PRIMARY KEY, player INTEGER NOT NULL, economy TEXT NOT NULL, game TEXT NOT NULL,
      kind TEXT NOT NULL, amount INTEGER NOT NULL, balance INTEGER NOT NULL, bet INTEGER,
      at INTEGER NOT NULL)
    """,
    """
    CREATE TABLE purses (
      player INTEGER NOT NULL, economy TEXT NOT NULL, game TEXT NOT NULL, balance INTEGER NOT NULL,
      PRIMARY KEY (player, economy, game)) WITHOUT ROWID
    """,
  ]
}
