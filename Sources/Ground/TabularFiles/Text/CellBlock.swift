import CArrow
import Columns

/// The cells of some records of a CSV text without quotes, as offsets into the text.
///
/// The offsets' memory is reused for later records, so a block is valid only during the call that
/// receives it.
public struct CellBlock: @unchecked Sendable {
  // Safety: nothing writes to the memory while a block is in use.

  /// The records' text.
  public let bytes: Buffer<UInt8>
  /// Column by column, ``stride`` apart: the start of each record's cell; after the last column,
  /// one past each record's line end.
  ///
  /// So a cell ends one byte before the next column's start; a carriage return may precede that.
  public let offsets: UnsafePointer<Int32>
  /// The distance between the offsets of two columns.
  public let stride: Int
  /// The columns' names, in the order of a record's cells.
  public let columns: [String]
  /// The number of records of the header's width.
  public let rowCount: Int
  /// The number of records with more or fewer fields than the header.
  public let skippedCount: Int
}

/// Reusable memory for the cells of successive blocks.
final class CellBlockReader: @unchecked Sendable {
  // Safety: one task at a time uses each reader.
  private let columns: [String]
  private let offsets: UnsafeMutablePointer<Int32>

  init(columns: [String], largest: Int) {
    self.columns = columns
    offsets = .allocate(capacity: Self.stride(largest, columns.count) * (columns.count + 1))
  }

  deinit { offsets.deallocate() }

  /// Finds the cells; nil if the text has quotes, other line ends or a byte order mark.
  func read(_ bytes: Buffer<UInt8>) -> CellBlock? {
    guard let text = bytes.pointer.baseAddress else { return nil }
    var skipped: Int64 = 0
    // Safety: `offsets` has room for all records of the largest block.
    let stride = Self.stride(bytes.count, columns.count)
    let rows = rb_csv_cells(
      text, Int64(bytes.count), Int32(columns.count), Int64(stride), offsets, &skipped)
    guard rows >= 0, CSVText.innerMark(in: bytes.pointer, from: 0) == nil else { return nil }
    return CellBlock(
      bytes: bytes, offsets: offsets, stride: stride, columns: columns, rowCount: Int(rows),
      skippedCount: Int(skipped))
  }

  /// Returns the offsets' stride for a text of this length.
  ///
  /// All columns are written in turn: strides that are multiples of 4 KiB would evict each other
  /// from the cache.
  private static func stride(_ bytes: Int, _ columns: Int) -> Int {
    let (page, apart) = (4096 / MemoryLayout<Int32>.stride, 192 / MemoryLayout<Int32>.stride)
    return (bytes / columns + 2 + page - 1) / page * page + apart
  }
}
