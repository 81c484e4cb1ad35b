/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Columns of a file that is explained; a wider one is refused.
  static let columns = 20_000
  /// Rows that a proposal is made from; of more it takes stretches.
  static let sampledRows = 20_000
  /// Cells that a proposal is made from; wide files have fewer rows sampled, but 200.
  static let sampledCells = 4_000_000
  /// Unused columns that an explanation lists; it counts the rest.
  static let unusedColumns = 300
  /// Columns without a known name that are tried as a part of a race key.
  static let triedColumns = 60
  /// Files that an explanation shows one by one; of more it shows the first of each layout.
  static let shownFiles = 8
  /// Unused columns, and kinds of doubts, that an explanation of more files lists, over all
  /// layouts; it counts the rest.
  static let folderLines = 60
}
