/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Keys in one combination of a search; more are refused.
  static let combinedKeys = 4
  /// Permutations of a search; more are refused: the greatest figures of each are kept.
  static let permutations = 1_000_000
}
