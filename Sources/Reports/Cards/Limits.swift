/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Starts that a page lists of an entity; it leaves out the older ones.
  static let entityStarts = 2000
  /// Similar names that a message proposes for an unknown one.
  static let similarNames = 5
}
