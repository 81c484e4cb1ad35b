import Columns

/// The rows of a source, and how many records were left out for their width.
public struct SourceRows: Sendable {
  /// The rows, in file order.
  public let tables: [Table]
  /// The rows as cells of a CSV text, which then stand in no table.
  public let blocks: [CellBlock]
  /// Records with more or fewer fields than the header.
  public let skippedCount: Int
  /// The columns of points in time that name no zone.
  public let localTimes: Set<String>

  /// Joins rows with the count of those left out.
  public init(tables: [Table], skippedCount: Int = 0, localTimes: Set<String> = []) {
    self.tables = tables
    blocks = []
    self.skippedCount = skippedCount
    self.localTimes = localTimes
  }

  /// Takes the cells of a CSV text.
  public init(blocks: [CellBlock]) {
    tables = []
    self.blocks = blocks
    localTimes = []
    skippedCount = blocks.reduce(0) { $0 + $1.skippedCount }
  }

  /// All rows that were read.
  public var rowCount: Int {
    tables.reduce(0) { $0 + $1.rowCount } + blocks.reduce(0) { $0 + $1.rowCount }
  }
}
