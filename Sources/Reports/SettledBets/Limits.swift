/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Mistakes in a file of bets that a message lists; it counts the rest.
  static let namedMistakes = 20
}
