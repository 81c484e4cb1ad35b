import Columns

/// The rows of a source, and the number of records left out for their width.
public struct SourceRows: Sendable {
  /// The rows, in file order.
  public let tables: [Table]
  /// The dictionary-encoded text columns of each table's rows, by name; they are in no table.
  package let lists: [[String: ListedTexts]]
  /// The rows as cells of a CSV text; they are then in no table.
  public let blocks: [CellBlock]
  /// The number of records with more or fewer fields than the header.
  public let skippedCount: Int
  /// The columns with times without a zone.
  public let localTimes: Set<String>

  /// Combines rows with the number of records left out.
  public init(tables: [Table], skippedCount: Int = 0, localTimes: Set<String> = []) {
    self.tables = tables
    lists = tables.map { _ in [:] }
    blocks = []
    self.skippedCount = skippedCount
    self.localTimes = localTimes
  }

  /// Takes rows with some dictionary-encoded text columns.
  init(_ table: Table, lists: [String: ListedTexts], localTimes: Set<String>) {
    tables = [table]
    self.lists = [lists]
    blocks = []
    skippedCount = 0
    self.localTimes = localTimes
  }

  /// Takes the cells of a CSV text.
  public init(blocks: [CellBlock]) {
    tables = []
    lists = []
    self.blocks = blocks
    localTimes = []
    skippedCount = blocks.reduce(0) { $0 + $1.skippedCount }
  }

  /// As many rows, without columns.
  var withoutColumns: SourceRows {
    let bare = tables.map { Table(fields: [], columns: [], rowCount: $0.rowCount) }
    return SourceRows(tables: bare, skippedCount: skippedCount, localTimes: localTimes)
  }

  /// The number of all rows read.
  public var rowCount: Int {
    tables.reduce(0) { $0 + $1.rowCount } + blocks.reduce(0) { $0 + $1.rowCount }
  }
}
