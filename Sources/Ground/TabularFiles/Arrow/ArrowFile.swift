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
      pages.releasePages()
      return (table, parts)
    } catch {
      throw .malformed(file: path, found: error.message, expected: "an Arrow file")
    }
  }

  /// Computes the checksums of a new file's parts: of its description and of each column.
  ///
  /// The file is read, because mapping and releasing its pages takes longer.
  ///
  /// - Parameter path: The file.
  /// - Returns: The checksums.
  /// - Throws: ``FileError`` if it cannot be read, or is not an Arrow file with rows.
  package static func partSums(of path: String) throws(FileError) -> [UInt64] {
    let bytes = try contents(of: path)
    defer { bytes.deallocate() }
    do throws(WallError) {
      var array = ArrowArray()
      var schema = ArrowSchema()
      // Safety: the bytes outlive the batch.
      try wallCall {
        rb_ipc_open(
          bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int64(bytes.count), &array,
          &schema, $0)
      }
      schema.release?(&schema)
      let batch = ArrowBatch(array)
      guard let sums = ArrowParts.sums(of: UnsafeRawBufferPointer(bytes), starts: batch.starts)
      else { throw WallError(message: "columns in another order than their names") }
      return sums
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

  /// Reads a file into memory that the caller deallocates.
  private static func contents(of path: String) throws(FileError) -> UnsafeMutableRawBufferPointer {
    do throws(SystemError) {
      let file = try OpenFile(path, for: .reading)
      let bytes = UnsafeMutableRawBufferPointer.allocate(
        byteCount: try file.status().size, alignment: 64)
      do throws(SystemError) {
        var place = 0
        while place < bytes.count {
          let count = try file.read(
            into: UnsafeMutableRawBufferPointer(rebasing: bytes[place...]), at: place)
          // A file that ends early is no Arrow file: its last bytes are missing.
          if count == 0 { bytes[place...].initializeMemory(as: UInt8.self, repeating: 0); break }
          place += count
        }
      } catch {
        bytes.deallocate()
        throw error
      }
      return bytes
    } catch {
      throw .cannotOpen(file: path, reason: error.reason)
    }
  }

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
