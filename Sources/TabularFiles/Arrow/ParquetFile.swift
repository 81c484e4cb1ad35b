import CArrow

/// Parquet files as input.
enum ParquetFile {
  static func columnNames(_ path: String) throws(FileError) -> [String] {
    var schema = ArrowSchema()
    var rows: Int64 = 0
    do {
      try wallCall { rb_parquet_schema(path, &schema, &rows, $0) }
    } catch {
      throw malformed(path, error)
    }
    return ArrowField.consume(&schema).map(\.name)
  }

  static func malformed(_ path: String, _ error: WallError) -> FileError {
    .malformed(file: path, found: error.message, expected: "a Parquet file")
  }
}
