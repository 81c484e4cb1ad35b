import CArrow
import Columns

/// The rows of some columns of a Parquet file, a batch at a time; the file is unpacked as it is read.
final class ParquetBatches {
  private let path: String
  private let columns: [String]
  private let stream: ArrowStream
  private let localTimes: Set<String>

  /// What is made of a batch should find it in a core's cache still.
  private static let rows: Int64 = 1 << 16

  /// Begins at the first row.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - columns: Names that the file has.
  ///   - threads: How many threads may unpack.
  /// - Throws: ``FileError`` when it is no Parquet file.
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

  /// The next rows, the columns in the order asked for; nil at the end.
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
