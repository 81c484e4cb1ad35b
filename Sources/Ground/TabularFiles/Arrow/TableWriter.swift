import CArrow
import Columns
import SystemFiles

/// The output formats of tables.
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
  private let sink: FileSink
  private var writer: OpaquePointer?

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - path: The file, replaced if it exists; compressed if its name ends in `.gz` or `.zst`.
  ///   - format: Arrow IPC, Parquet (zstd) or CSV (quoted where needed, and guarded against
  ///     formulas by ``SpreadsheetGuard``).
  ///   - fields: The columns of every table to come.
  ///   - dictionary: Their meanings, for the metadata of Arrow and Parquet files.
  /// - Throws: ``FileError`` if the file cannot be created.
  public init(
    path: String, format: TableFormat, fields: [Field], dictionary: DataDictionary? = nil
  ) throws(FileError) {
    self.path = path
    self.format = format
    self.fields = fields
    let code =
      switch format {
      case .arrow: RB_IPC
      case .parquet: RB_PARQUET
      case .csv: RB_CSV
      }
    sink = try Self.onDisk { () throws(SystemError) in try FileSink(path) }
    var schema = ArrowExport.schema(
      fields,
      metadata: dictionary.map { [("railbird.dictionary", $0.json), PandasTypes.metadata(fields)] }
        ?? [])
    var opened: OpaquePointer?
    let codec = path.hasSuffix(".gz") ? RB_GZIP : path.hasSuffix(".zst") ? RB_ZSTD : RB_PLAIN
    // Safety: the sink lives as long as this object, which ends the writer.
    let context = Unmanaged.passUnretained(sink).toOpaque()
    try Self.call(path) {
      rb_writer_open(FileSink.write, context, code, codec, &schema, &opened, $0)
    }
    writer = opened
  }

  deinit {
    if let writer { rb_writer_abandon(writer) }
  }

  /// The number of bytes in the file so far; a Parquet file grows by whole row groups.
  public var byteCount: Int { sink.size }

  /// Appends a table's rows.
  ///
  /// - Parameter table: A table with the writer's fields.
  /// - Throws: ``FileError`` if the disk refuses the rows.
  public func write(_ table: Table) throws(FileError) {
    precondition(table.fields == fields, "a table of the writer's fields")
    var array = ArrowExport.array(format == .csv ? SpreadsheetGuard.guarded(table) : table)
    try Self.call(path) { rb_writer_write(writer, &array, $0) }
  }

  /// Writes buffered data and closes the file.
  ///
  /// - Returns: The checksum of the file.
  /// - Throws: ``FileError`` if the disk refuses the data.
  @discardableResult
  public func close() throws(FileError) -> FileSum {
    let closing = writer
    writer = nil
    var sum = rb_sum()
    try Self.call(path) { rb_writer_close(closing, &sum, $0) }
    try Self.onDisk { () throws(SystemError) in try sink.file.close() }
    return FileSum(sum)
  }

  // MARK: - Implementation

  private static func call(
    _ path: String, _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) throws(FileError) {
    do { try wallCall(body) } catch { throw .cannotWrite(file: path, reason: error.message) }
  }

  private static func onDisk<Answer>(_ body: () throws(SystemError) -> Answer)
    throws(FileError) -> Answer
  {
    do { return try body() } catch { throw .cannotWrite(file: error.path, reason: error.reason) }
  }
}

/// A new file that the wall writes sequentially.
private final class FileSink {
  let file: OpenFile
  private(set) var size = 0

  init(_ path: String) throws(SystemError) {
    file = try OpenFile(path, for: .writing)
    try file.cut(to: 0)
  }

  /// Appends bytes; returns the system's error number on failure.
  static let write: rb_write = { sink, bytes, length in
    // Safety: the wall returns the context it received, and lends its bytes for the call.
    let sink = Unmanaged<FileSink>.fromOpaque(sink!).takeUnretainedValue()
    do throws(SystemError) {
      try sink.file.write(UnsafeRawBufferPointer(start: bytes, count: Int(length)), at: sink.size)
    } catch {
      return error.code
    }
    sink.size += Int(length)
    return 0
  }
}
