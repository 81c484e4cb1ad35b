import CArrow

/// Parquet files as input.
enum ParquetFile {
  /// Returns the top-level columns, in file order.
  static func fields(_ path: String, size: Int) throws(FileError) -> [ArrowField] {
    var schema = ArrowSchema()
    let limit = limit(ofSize: size)
    do {
      try wallCall { rb_parquet_schema(path, Int64(limit), &schema, $0) }
    } catch {
      throw unread(path, size: size, error)
    }
    let fields = ArrowField.consume(&schema)
    var seen: Set<String> = []
    if let twice = fields.first(where: { !seen.insert($0.name).inserted }) {
      throw .malformed(
        file: path, found: "the column \(twice.name) twice", expected: "each column name once")
    }
    return fields
  }

  /// Returns the error of a file that cannot be read.
  static func unread(_ path: String, size: Int, _ error: WallError) -> FileError {
    let limit = limit(ofSize: size)
    guard !error.message.contains("more than \(limit) bytes") else {
      return UnpackLimit.exceeded(
        limit, in: path, packed: size, least: Limits.unpackedColumnBytes)
    }
    return .malformed(file: path, found: error.message, expected: "a Parquet file")
  }

  /// Returns the maximum number of bytes that may be unpacked at once.
  static func limit(ofSize size: Int) -> Int {
    UnpackLimit.bytesAtOnce(ofPacked: size, least: Limits.unpackedColumnBytes)
  }
}
