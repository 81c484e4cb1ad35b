import CArrow
import Columns

/// Parquet files as input.
enum ParquetFile {
  static func columnNames(_ path: String) throws(FileError) -> [String] {
    var schema = ArrowSchema()
    var rows: Int64 = 0
    do {
      try wallCall { rb_parquet_schema(path, &schema, &rows, $0) }
    } catch {
      throw .malformed(file: path, found: error.message, expected: "a Parquet file")
    }
    return ArrowField.consume(&schema).map(\.name)
  }

  static func read(_ path: String, columns: [String], threads: Int) throws(FileError) -> [Table] {
    do throws(WallError) {
      var stream = ArrowArrayStream()
      try withCStrings(columns) { names throws(WallError) in
        try wallCall {
          rb_parquet_read(path, Int32(threads), names, Int64(columns.count), &stream, $0)
        }
      }
      let tables = try ArrowStream.tables(&stream)
      return tables.map { reorder($0, columns) }
    } catch {
      throw .malformed(file: path, found: error.message, expected: "a Parquet file")
    }
  }

  private static func reorder(_ table: Table, _ columns: [String]) -> Table {
    let fields = columns.map { name in table.fields.first { $0.name == name }! }
    return Table(
      fields: fields, columns: fields.map { table.column($0) }, rowCount: table.rowCount)
  }
}
