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
  /// - Returns: Its columns, and its parts with their checksums.
  /// - Throws: ``FileError`` if the file is missing or is not an Arrow file of one record batch.
  package static func mapped(_ path: String) throws(FileError) -> (
    table: Table, parts: ArrowParts
  ) {
    let pages = try pages(of: path)
    do throws(WallError) {
      var array = ArrowArray()
      var schema = ArrowSchema()
      // Safety: the pages are mapped as long as a column of the table is held.
      let bytes = pages.bytes
      try wallCall {
        rb_ipc_open(
          bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int64(bytes.count), &array,
          &schema, $0)
      }
      let batch = ArrowBatch(array)
      let table = try batch.table(ArrowField.consume(&schema), in: pages)
      // Columns without rows have no bytes in the file.
      let starts = table.rowCount > 0 ? batch.starts : table.fields.map { _ in nil }
      guard let parts = ArrowParts(pages, starts: starts) else {
        throw WallError(message: "columns in another order than their names")
      }
      // Parsing the metadata paged in more than a report reads.
      pages.letGo()
      return (table, parts)
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

  private static func pages(of path: String) throws(FileError) -> MappedPages {
    do throws(SystemError) {
      let file = try OpenFile(path, for: .reading)
      if try file.status().size > 0 { return try MappedPages(file) }
    } catch {
      throw .cannotOpen(file: path, reason: error.reason)
    }
    throw .malformed(file: path, found: "an empty file", expected: "an Arrow file")
  }
}
