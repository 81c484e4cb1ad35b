import ColumnStore
import Columns
import TabularFiles

/// A table of a dataset: its columns, and its rows month by month.
public struct DatasetTable {
  /// The rows of one month, made on demand.
  public struct Part {
    /// The month of the rows.
    public let month: Month
    /// The checksums of all data from which the rows are made: equal sources make equal rows.
    public let sources: [String]
    /// The number of stored rows read for the month; it may differ from the number of rows made.
    public let readCount: Int
    /// Makes the rows, with the table's fields.
    public let rows: () throws(FileError) -> Table

    /// Makes a month of a table.
    public init(
      _ month: Month, sources: [String], readCount: Int = 0,
      rows: @escaping () throws(FileError) -> Table
    ) {
      self.month = month
      self.sources = sources
      self.readCount = readCount
      self.rows = rows
    }
  }

  /// The table's name, which is also its folder's name.
  public let name: String
  /// The columns of every file of the table; none is of a coded type.
  public let fields: [Field]
  /// The meaning of the columns, for the metadata of every file; nil for none.
  public var dictionary: DataDictionary?
  /// The months, in order of time.
  public let parts: [Part]

  /// Makes a table from its months.
  public init(_ name: String, fields: [Field], parts: [Part]) {
    self.name = name
    self.fields = fields
    self.parts = parts
  }

  /// The checksum of the sources of a month's rows, its columns and their meanings included.
  func stamp(of part: Part) -> String {
    let columns =
      fields.map { "\($0.name) \($0.type.name)" } + [dictionary?.json].compactMap { $0 }
    return Checksum.hex(of: Array((columns + part.sources).joined(separator: "\n").utf8))
  }
}
