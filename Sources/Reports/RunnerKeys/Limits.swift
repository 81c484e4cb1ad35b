/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Windows of a report; more are refused: each takes memory for every entity.
  static let windows = 64
  /// Bounds of one `band` key; more are refused.
  static let bandBounds = 100
  /// Characters (code points) of a filter; a longer one is refused.
  static let filterCharacters = 10_000
  /// Values that a filter compares with; more are refused.
  static let filterValues = 1_000
  /// Levels of parentheses and `not` in a filter; more are refused.
  static let filterNesting = 100
  /// Signs and functions of a filter; more are refused.
  static let filterOperations = 100
}
