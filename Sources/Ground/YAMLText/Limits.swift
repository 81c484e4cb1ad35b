/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of a YAML text; a longer one is refused.
  static let textBytes = 1 << 20
  /// Levels of brackets, or list marks in one line; more are refused.
  static let nesting = 100
  /// Bytes of a YAML text with every alias written out; a longer one is refused.
  static let expandedBytes = 8 << 20
  /// Anchors of a YAML text; more are refused.
  ///
  /// The text is searched for the end of each.
  static let anchors = 250
}
