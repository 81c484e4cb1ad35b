/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Files of kept sums in a store, one for each kind of repeated report; the oldest are removed.
  static let keptFiles = 16
}
