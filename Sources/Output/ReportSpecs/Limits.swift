/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of a file of reports or angles; a larger one is refused.
  static let specBytes = 1 << 20
  /// Characters of an angle's name; a longer one is refused.
  static let angleNameCharacters = 100
  /// Bytes of a report's name, which its file has; a longer one is refused.
  static let reportNameBytes = 200
}
