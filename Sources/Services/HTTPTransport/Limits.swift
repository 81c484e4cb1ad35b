/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of an answer's head; a longer one is refused.
  static let headBytes = 256 << 10
}
