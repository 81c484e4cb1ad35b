import Columns

/// A batch's cells of one text column, reached without counting references.
@usableFromInline
package struct TextCells {
  @usableFromInline let offsets: UnsafePointer<Int32>
  @usableFromInline let bytes: UnsafePointer<UInt8>?
  @usableFromInline let validity: UnsafePointer<UInt8>?
  /// How far the offset of a row is from that of the next.
  @usableFromInline let stride: Int
  /// What stands between a cell and the place where the next one starts.
  @usableFromInline let gap: Int

  /// The cells of a column, which has to outlive them; nil where it is no text.
  package init?(_ column: Column) {
    guard case .text(let text) = column.values, let offsets = text.offsets.pointer.baseAddress
    else { return nil }
    self.offsets = offsets
    bytes = text.bytes.pointer.baseAddress
    validity = column.validity.bits?.bytes.pointer.baseAddress
    stride = 1
    gap = 0
  }

  /// The cells of a column of a CSV text, which has to outlive them.
  package init(_ block: CellBlock, column: Int) {
    offsets = block.offsets + column
    bytes = block.bytes.pointer.baseAddress
    validity = nil
    stride = block.stride
    gap = 1
  }

  /// A cell's bytes; nil where it is null.
  @inlinable
  package subscript(row: Int) -> UnsafeBufferPointer<UInt8>? {
    // Safety: a column has a bit for each row.
    if let validity, validity[row >> 3] >> UInt8(row & 7) & 1 == 0 { return nil }
    return raw(row)
  }

  /// A cell's bytes; none where it is null.
  @inlinable
  package func raw(_ row: Int) -> UnsafeBufferPointer<UInt8> {
    // Safety: a column has one more offset than rows, and its offsets' bytes; so has a block for
    // each record.
    let place = offsets + row &* stride
    let start = Int(place[0])
    return UnsafeBufferPointer(start: bytes.map { $0 + start }, count: Int(place[1]) - gap - start)
  }

  /// Whether a row's cell is that of the row before.
  ///
  /// A null's text is empty, as that of an empty cell is, and both are no text to a field.
  @inlinable
  package func isRepeated(_ row: Int) -> Bool { Self.areSame(raw(row), raw(row - 1)) }

  /// Whether cells are often those of the row before, so that it is worth looking for them.
  ///
  /// - Parameter rowCount: The number of rows, the first of which are looked at.
  /// - Returns: Whether at least a quarter of these repeat.
  package func repeatOften(_ rowCount: Int) -> Bool {
    let looked = min(rowCount, 64)
    return (1..<max(looked, 1)).count { isRepeated($0) } * 4 >= looked
  }

  /// Whether two texts are the same.
  @inlinable
  package static func areSame(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let count = left.count
    guard count == right.count else { return false }
    guard count > 0 else { return true }
    // Safety: both have `count` bytes, and the last eight are read only where there are eight.
    let (first, second) = (
      UnsafeRawPointer(left.baseAddress.unsafelyUnwrapped),
      UnsafeRawPointer(right.baseAddress.unsafelyUnwrapped)
    )
    var next = 0
    if count >= 8 {
      while next + 8 < count {
        if word(first, next) != word(second, next) { return false }
        next += 8
      }
      return word(first, count - 8) == word(second, count - 8)
    }
    while next < count {
      if left[next] != right[next] { return false }
      next += 1
    }
    return true
  }

  @inlinable
  static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}
