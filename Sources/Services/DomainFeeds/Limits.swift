/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of the answers that wait in `fetch/` to be stored; a longer journal is refused.
  static let journalBytes = 1 << 30
  /// Bytes of a file in `fetch/` with a service's address or a run's begin; a larger one counts
  /// as damaged.
  static let noteBytes = 8 << 10
  /// Hours after which an interrupted fetch is not resumed, but begun anew.
  static let resumedHours: Int64 = 24
  /// Days before the last one on which a fetch still requests a race without a result.
  static let resultDays = 30
  /// Bets without an answer that a fetch names; it counts the rest.
  static let namedBets = 1_000
}
