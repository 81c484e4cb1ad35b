import CArrow

/// Parquet files as input.
enum ParquetFile {
  static func columnNames(_ path: String, size: Int) throws(FileError) -> [String] {
    var schema = ArrowSchema()
    var rows: Int64 = 0
    let limit = limit(ofSize: size)
    do {
      try wallCall { rb_parquet_schema(path, Int64(limit), &schema, &rows, $0) }
    } catch {
      throw unread(path, size: size, error)
    }
    return ArrowField.consume(&schema).map(\.name)
  }

  /// Returns the error of a file that cannot be read.
  static func unread(_ path: String, size: Int, _ error: WallError) -> FileError {
    let limit = limit(ofSize: size)
    guard !error.message.contains("more than \(limit) bytes") else {
      return UnpackLimit.exceeded(
        limit, in: path, packed: size, least: UnpackLimit.leastOfColumns)
    }
    return .malformed(file: path, found: error.message, expected: "a Parquet file")
  }

  /// Returns the most bytes that may be unpacked at once.
  static func limit(ofSize size: Int) -> Int {
    UnpackLimit.bytesAtOnce(ofPacked: size, least: UnpackLimit.leastOfColumns)
  }
}
