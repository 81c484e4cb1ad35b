import CArrow
import Columns

/// Some records of a CSV text without quotes: where their cells stand in the text.
///
/// The offsets' memory is used again for later records, so a block is for the call only that it is
/// handed to.
public struct CellBlock: @unchecked Sendable {
  // Safety: nothing writes to the memory while a block is handed out.

  /// The records' text.
  public let bytes: Buffer<UInt8>
  /// Column by column, ``stride`` apart: where each record's cell starts; behind the last column, one
  /// past each record's line end.
  ///
  /// So a cell ends one byte before the place in the next column; a carriage return may stand there.
  public let offsets: UnsafePointer<Int32>
  /// How far a column's places are from those of the next.
  public let stride: Int
  /// The columns' names, in the order of a record's cells.
  public let columns: [String]
  /// The number of records of the header's width.
  public let rowCount: Int
  /// Records with more or fewer fields than the header.
  public let skippedCount: Int
}

/// Memory for the cells of one block after another.
final class CellBlockReader: @unchecked Sendable {
  // Safety: each is used by one task at a time.
  private let columns: [String]
  private let offsets: UnsafeMutablePointer<Int32>

  init(columns: [String], largest: Int) {
    self.columns = columns
    offsets = .allocate(capacity: Self.stride(largest, columns.count) * (columns.count + 1))
  }

  deinit { offsets.deallocate() }

  /// Finds the cells; nil where the text has quotes or line ends of another kind.
  func read(_ bytes: Buffer<UInt8>) -> CellBlock? {
    guard let text = bytes.pointer.baseAddress else { return nil }
    var skipped: Int64 = 0
    // Safety: `offsets` has room for all records of the largest block.
    let stride = Self.stride(bytes.count, columns.count)
    let rows = rb_csv_cells(
      text, Int64(bytes.count), Int32(columns.count), Int64(stride), offsets, &skipped)
    guard rows >= 0 else { return nil }
    return CellBlock(
      bytes: bytes, offsets: offsets, stride: stride, columns: columns, rowCount: Int(rows),
      skippedCount: Int(skipped))
  }

  /// Room for the records of a text of so many bytes.
  ///
  /// All columns are written to in turns: places that were a multiple of 4 KiB apart would push each
  /// other out of the cache.
  private static func stride(_ bytes: Int, _ columns: Int) -> Int {
    let (page, apart) = (4096 / MemoryLayout<Int32>.stride, 192 / MemoryLayout<Int32>.stride)
    return (bytes / columns + 2 + page - 1) / page * page + apart
  }
}
