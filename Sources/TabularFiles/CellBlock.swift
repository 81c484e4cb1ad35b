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
  /// Record by record: where each cell starts, and one past the record's line end.
  ///
  /// So the cell before a place ends one byte before it; a carriage return may stand there.
  public let offsets: UnsafePointer<Int32>
  /// The columns' names, in the order of a record's cells.
  public let columns: [String]
  /// The number of records of the header's width.
  public let rowCount: Int
  /// Records with more or fewer fields than the header.
  public let skippedCount: Int

  /// The offsets of a record.
  public var stride: Int { columns.count + 1 }
}

/// Memory for the cells of one block after another.
final class CellBlockReader: @unchecked Sendable {
  // Safety: each is used by one task at a time.
  private let columns: [String]
  private let offsets: UnsafeMutablePointer<Int32>

  init(columns: [String], largest: Int) {
    self.columns = columns
    offsets = .allocate(capacity: (largest / columns.count + 2) * (columns.count + 1))
  }

  deinit { offsets.deallocate() }

  /// Finds the cells; nil where the text has quotes or line ends of another kind.
  func read(_ bytes: Buffer<UInt8>) -> CellBlock? {
    guard let text = bytes.pointer.baseAddress else { return nil }
    var skipped: Int64 = 0
    // Safety: `offsets` has room for all records of the largest block.
    let rows = rb_csv_cells(text, Int64(bytes.count), Int32(columns.count), offsets, &skipped)
    guard rows >= 0 else { return nil }
    return CellBlock(
      bytes: bytes, offsets: offsets, columns: columns, rowCount: Int(rows),
      skippedCount: Int(skipped))
  }
}
