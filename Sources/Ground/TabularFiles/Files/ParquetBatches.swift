import CArrow
import Columns

/// The rows of some columns of a Parquet file, batch by batch; decompressed while reading.
final class ParquetBatches {
  private let path: String
  private let size: Int
  /// The places of the wanted columns among the columns read.
  private let wanted: [Int]
  private let stream: ArrowStream
  private let localTimes: Set<String>
  /// The number of the file's rows.
  let rowCount: Int

  /// Small enough that a batch is still in a core's cache when it is processed.
  private static let rows: Int64 = 1 << 16

  /// Starts at the first row.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - size: Its length, which limits how much of it may be unpacked at once.
  ///   - columns: Names of columns in the file; without any, the rows are counted.
  ///   - threads: The maximum number of threads that decompress.
  /// - Throws: ``FileError`` if it is not a Parquet file, or a column has values of an unsupported
  ///   kind.
  init(_ path: String, size: Int, columns: [String], threads: Int) throws(FileError) {
    let limit = ParquetFile.limit(ofSize: size)
    do throws(WallError) {
      var stream = ArrowArrayStream()
      var rows: Int64 = 0
      try withCStrings(columns) { names throws(WallError) in
        try wallCall {
          rb_parquet_read(
            path, Int64(limit), Int32(threads), names, Int64(columns.count), Self.rows, &stream,
            &rows, $0)
        }
      }
      self.stream = try ArrowStream(stream)
      rowCount = Int(rows)
    } catch {
      throw ParquetFile.unread(path, size: size, error)
    }
    self.path = path
    self.size = size
    localTimes = stream.localTimes
    let fields = stream.fields
    wanted = columns.compactMap { name in fields.firstIndex { $0.name == name } }
    // A damaged schema may have names that cannot be requested.
    guard wanted.count == columns.count else {
      throw .malformed(
        file: path, found: "rows without some column that the file names",
        expected: "a whole Parquet file")
    }
    for field in wanted.map({ fields[$0] }) {
      guard let kind = field.unreadKind else { continue }
      throw .malformed(
        file: path, found: "\(kind) in the column \(field.name)",
        expected: "texts, numbers, days, times or flags in a column that a field reads")
    }
  }

  /// Returns the next rows, dictionary-encoded texts unexpanded; nil at the end.
  func nextListed() throws(FileError) -> SourceRows? {
    do throws(WallError) {
      return try stream.nextRows(wanted).map {
        SourceRows($0.table, lists: $0.lists, localTimes: localTimes)
      }
    } catch {
      throw ParquetFile.unread(path, size: size, error)
    }
  }

  /// Returns the next rows, with columns in the requested order; nil at the end.
  func next() throws(FileError) -> SourceRows? {
    do throws(WallError) {
      return try stream.next(wanted).map { SourceRows(tables: [$0], localTimes: localTimes) }
    } catch {
      throw ParquetFile.unread(path, size: size, error)
    }
  }
}
