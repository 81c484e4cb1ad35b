/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Characters of a body other than JSON that are kept as its message; the rest is cut.
  static let messageCharacters = 500
  /// Terminal cells of a service's message; a longer one is cut.
  static let messageWidth = 300
}
