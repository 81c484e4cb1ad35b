import CArrow
import Columns

/// Arrow IPC files of one record batch: the store's segments and dictionaries.
public enum ArrowFile {
  /// Memory-maps a file; its columns point into the mapping, which lives as long as they do.
  ///
  /// - Parameter path: The file.
  /// - Returns: Its columns.
  /// - Throws: ``FileError`` when the file is absent or not an Arrow file of one record batch.
  public static func map(_ path: String) throws(FileError) -> Table {
    do {
      var array = ArrowArray()
      var schema = ArrowSchema()
      var mapping = rb_mapping()
      try wallCall { rb_ipc_map(path, &array, &schema, &mapping, $0) }
      let batch = ArrowBatch(array)
      let table = try batch.table(ArrowField.consume(&schema))
      rb_forget_pages(mapping)
      return table
    } catch {
      throw .malformed(file: path, found: error.message, expected: "an Arrow file")
    }
  }

  /// Writes one table as an Arrow IPC file of one record batch.
  ///
  /// - Parameters:
  ///   - table: The columns.
  ///   - path: The file, replaced if it exists.
  /// - Throws: ``FileError`` when it cannot be written.
  public static func write(_ table: Table, to path: String) throws(FileError) {
    let writer = try TableWriter(path: path, format: .arrow, fields: table.fields)
    try writer.write(table)
    try writer.close()
  }
}
