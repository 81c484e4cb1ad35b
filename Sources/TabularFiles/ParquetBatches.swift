import CArrow
import Columns

/// The rows of some columns of a Parquet file, batch by batch; decompressed while reading.
final class ParquetBatches {
  private let path: String
  private let columns: [String]
  private let stream: ArrowStream
  private let localTimes: Set<String>

  /// Small enough that a batch is still in a core's cache when it is processed.
  private static let rows: Int64 = 1 << 16

  /// Starts at the first row.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - columns: Names of columns in the file.
  ///   - threads: The maximum number of threads that decompress.
  /// - Throws: ``FileError`` if it is not a Parquet file.
  init(_ path: String, columns: [String], threads: Int) throws(FileError) {
    do throws(WallError) {
      var stream = ArrowArrayStream()
      try withCStrings(columns) { names throws(WallError) in
        try wallCall {
          rb_parquet_read(
            path, Int32(threads), names, Int64(columns.count), Self.rows, &stream, $0)
        }
      }
      self.stream = try ArrowStream(stream)
    } catch {
      throw ParquetFile.malformed(path, error)
    }
    self.path = path
    self.columns = columns
    localTimes = stream.localTimes
  }

  /// Returns the next rows, with columns in the requested order; nil at the end.
  func next() throws(FileError) -> SourceRows? {
    do throws(WallError) {
      return try stream.next().map { SourceRows(tables: [ordered($0)], localTimes: localTimes) }
    } catch {
      throw ParquetFile.malformed(path, error)
    }
  }

  private func ordered(_ table: Table) -> Table {
    let fields = columns.map { name in table.fields.first { $0.name == name }! }
    return Table(
      fields: fields, columns: fields.map { table.column($0) }, rowCount: table.rowCount)
  }
}
