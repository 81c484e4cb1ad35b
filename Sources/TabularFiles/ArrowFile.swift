import CArrow
import Columns
import SystemFiles

/// Arrow IPC files of one record batch: the store's segments and dictionaries.
public enum ArrowFile {
  /// Memory-maps a file; its columns point into the mapping and keep it alive.
  ///
  /// - Parameter path: The file.
  /// - Returns: Its columns.
  /// - Throws: ``FileError`` if the file is missing or is not an Arrow file of one record batch.
  public static func map(_ path: String) throws(FileError) -> Table { try mapped(path).table }

  /// Memory-maps a file, as ``map(_:)`` does.
  ///
  /// - Parameter path: The file.
  /// - Returns: Its columns, and the mapped pages.
  /// - Throws: ``FileError`` if the file is missing or is not an Arrow file of one record batch.
  package static func mapped(_ path: String) throws(FileError) -> (
    table: Table, pages: MappedPages
  ) {
    let (file, size) = try opened(path)
    do {
      var array = ArrowArray()
      var schema = ArrowSchema()
      var mapping = rb_mapping()
      try withExtendedLifetime(file) { () throws(WallError) in
        try wallCall { rb_ipc_map(file.descriptor, size, &array, &schema, &mapping, $0) }
      }
      let pages = MappedPages(mapping)
      let table = try ArrowBatch(array).table(ArrowField.consume(&schema), in: pages)
      // Parsing the metadata paged in more than a report reads.
      pages.letGo()
      return (table, pages)
    } catch {
      throw .malformed(file: path, found: error.message, expected: "an Arrow file")
    }
  }

  /// Writes one table as an Arrow IPC file of one record batch.
  ///
  /// - Parameters:
  ///   - table: The columns.
  ///   - path: The file, replaced if it exists.
  /// - Returns: The checksum of the file.
  /// - Throws: ``FileError`` if it cannot be written.
  @discardableResult
  public static func write(_ table: Table, to path: String) throws(FileError) -> FileSum {
    let writer = try TableWriter(path: path, format: .arrow, fields: table.fields)
    try writer.write(table)
    return try writer.close()
  }

  // MARK: - Implementation

  private static func opened(_ path: String) throws(FileError) -> (file: OpenFile, size: Int64) {
    do throws(SystemError) {
      let file = try OpenFile(path, for: .reading)
      return (file, Int64(try file.status().size))
    } catch {
      throw .cannotOpen(file: path, reason: error.reason)
    }
  }
}
