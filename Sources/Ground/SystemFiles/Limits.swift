/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of a file of settings, questions, keys or a dataset's list; a larger one is refused.
  static let fileBytes = 64 << 20
}
