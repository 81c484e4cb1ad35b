import CArrow

/// Parquet files as input.
enum ParquetFile {
  static func columnNames(_ path: String, size: Int) throws(FileError) -> [String] {
    var schema = ArrowSchema()
    var rows: Int64 = 0
    let limit = UnpackLimit.bytesAtOnce(ofPacked: size)
    do {
      try wallCall { rb_parquet_schema(path, Int64(limit), &schema, &rows, $0) }
    } catch {
      throw unread(path, size: size, error)
    }
    return ArrowField.consume(&schema).map(\.name)
  }

  /// Returns the error of a file that cannot be read.
  static func unread(_ path: String, size: Int, _ error: WallError) -> FileError {
    let limit = UnpackLimit.bytesAtOnce(ofPacked: size)
    guard !error.message.contains("more than \(limit) bytes") else {
      return UnpackLimit.exceeded(limit, in: path, packed: size)
    }
    return .malformed(file: path, found: error.message, expected: "a Parquet file")
  }
}
