/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Terminal cells of a service's message; a longer one is cut.
  static let messageWidth = 300
  /// Bytes of a refusal's body; a larger one is not searched for the service's message.
  static let searchedBytes = 1 << 20
}
