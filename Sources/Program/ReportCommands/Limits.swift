/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of a search's saved state; a larger one is refused.
  static let searchStateBytes = 1 << 30
  /// Values of a field that `serve` offers at a time.
  static let offeredValues = 20
  /// Bytes of a question's sums in `serve`; more entities take several passes.
  static let servedSumBytes = 2 << 30
}
