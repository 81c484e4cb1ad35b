/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of an attachment where the settings have no `attachmentLimit`; a larger one is refused,
  /// and nothing is sent.
  static let attachmentBytes = 10 << 20
}
