/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Rows of a page, over all its reports; it leaves the rest to the CSV files.
  static let pageRows = 12_000
}
