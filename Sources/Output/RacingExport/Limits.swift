/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of a dataset's manifest; a larger one is refused.
  static let manifestBytes = 1 << 30
}
