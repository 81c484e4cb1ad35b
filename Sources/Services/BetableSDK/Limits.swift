/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of a game's id; a longer one is refused, and nothing is sent.
  static let gameBytes = 200
}
