/// Bounds on names; `docs/reliability.md` lists them.
enum Limits {
  /// Characters of a price's name in a mapping; a longer one is refused.
  static let priceNameCharacters = 40
}
