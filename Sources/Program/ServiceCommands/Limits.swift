/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of a download where `--limit` says nothing else; a larger one is refused.
  static let downloadBytes = 100 << 20
}
