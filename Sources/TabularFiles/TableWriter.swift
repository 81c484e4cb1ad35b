import CArrow
import Columns

/// The file formats tables can be written in.
public enum TableFormat: String, CaseIterable, Sendable {
  case arrow
  case parquet
  case csv
}

/// Writes tables of one schema, one after another, to a file.
public final class TableWriter {
  private let path: String
  private let format: TableFormat
  private let fields: [Field]
  private var writer: OpaquePointer?

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - path: The file, replaced if it exists; packed if its name ends in `.gz` or `.zst`.
  ///   - format: Arrow IPC, Parquet (zstd) or CSV (quoted where needed, and text kept from being
  ///     run as a formula, as ``SpreadsheetGuard`` says).
  ///   - fields: The columns of every table to come.
  /// - Throws: ``FileError`` when the file cannot be created.
  public init(path: String, format: TableFormat, fields: [Field]) throws(FileError) {
    self.path = path
    self.format = format
    self.fields = fields
    let code =
      switch format {
      case .arrow: RB_IPC
      case .parquet: RB_PARQUET
      case .csv: RB_CSV
      }
    var schema = ArrowExport.schema(fields)
    var opened: OpaquePointer?
    let codec = path.hasSuffix(".gz") ? RB_GZIP : path.hasSuffix(".zst") ? RB_ZSTD : RB_PLAIN
    try Self.call(path) { rb_writer_open(path, code, codec, &schema, &opened, $0) }
    writer = opened
  }

  deinit {
    if let writer { rb_writer_abandon(writer) }
  }

  /// Appends a table's rows.
  ///
  /// - Parameter table: Columns of the writer's fields.
  /// - Throws: ``FileError`` when the disk refuses them.
  public func write(_ table: Table) throws(FileError) {
    precondition(table.fields == fields, "a table of the writer's fields")
    var array = ArrowExport.array(format == .csv ? SpreadsheetGuard.guarded(table) : table)
    try Self.call(path) { rb_writer_write(writer, &array, $0) }
  }

  /// Writes what is buffered and closes the file.
  ///
  /// - Returns: The checksum of the file.
  /// - Throws: ``FileError`` when the disk refuses it.
  @discardableResult
  public func close() throws(FileError) -> FileSum {
    let closing = writer
    writer = nil
    var sum = rb_sum()
    try Self.call(path) { rb_writer_close(closing, &sum, $0) }
    return FileSum(sum)
  }

  private static func call(
    _ path: String, _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) throws(FileError) {
    do { try wallCall(body) } catch { throw .cannotWrite(file: path, reason: error.message) }
  }
}
