import Columns

/// A batch's cells of one text column, reached without counting references.
struct TextCells {
  private let offsets: UnsafePointer<Int32>
  private let bytes: UnsafePointer<UInt8>?
  private let validity: UnsafePointer<UInt8>?

  /// The cells of a column, which has to outlive them; nil where it is no text.
  init?(_ column: Column) {
    guard case .text(let text) = column.values, let offsets = text.offsets.pointer.baseAddress
    else { return nil }
    self.offsets = offsets
    bytes = text.bytes.pointer.baseAddress
    validity = column.validity.bits?.bytes.pointer.baseAddress
  }

  /// A cell's bytes; nil where it is null.
  subscript(row: Int) -> UnsafeBufferPointer<UInt8>? {
    // Safety: a column has a bit for each row, one more offset than rows, and its offsets' bytes.
    if let validity, validity[row >> 3] >> UInt8(row & 7) & 1 == 0 { return nil }
    let start = Int(offsets[row])
    return UnsafeBufferPointer(
      start: bytes.map { $0 + start }, count: Int(offsets[row + 1]) - start)
  }
}
