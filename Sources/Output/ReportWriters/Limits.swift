/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bets, tickets or names that a text lists; it counts the rest.
  static let listed = 20
}
