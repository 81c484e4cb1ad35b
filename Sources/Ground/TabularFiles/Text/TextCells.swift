import Columns

/// A batch's cells of one text column, accessed without reference counting.
@usableFromInline
package struct TextCells {
  /// The start of each row's cell.
  @usableFromInline package let starts: UnsafePointer<Int32>
  /// The end of each row's cell and the gap after it.
  @usableFromInline package let ends: UnsafePointer<Int32>
  /// The number of bytes between a cell and that place.
  @usableFromInline package let gap: Int
  @usableFromInline package let bytes: UnsafePointer<UInt8>?
  @usableFromInline package let validity: UnsafePointer<UInt8>?
  /// The number of readable bytes.
  @usableFromInline package let byteCount: Int

  /// Makes the cells of a column, which must outlive them; nil if it is not text.
  package init?(_ column: Column) {
    guard case .text(let text) = column.values, let offsets = text.offsets.pointer.baseAddress
    else { return nil }
    starts = offsets
    ends = offsets + 1
    gap = 0
    bytes = text.bytes.pointer.baseAddress
    byteCount = text.bytes.count
    validity = column.validity.bits?.bytes.pointer.baseAddress
  }

  /// Makes cells of a text; it and the places must outlive them.
  init(starts: UnsafePointer<Int32>, ends: UnsafePointer<Int32>, bytes text: Buffer<UInt8>) {
    (self.starts, self.ends, gap) = (starts, ends, 0)
    bytes = text.pointer.baseAddress
    byteCount = text.count
    validity = nil
  }

  /// Makes the cells of a CSV text's column, which must outlive them.
  package init(_ block: CellBlock, column: Int) {
    starts = block.offsets + column * block.stride
    ends = starts + block.stride
    gap = 1
    bytes = block.bytes.pointer.baseAddress
    byteCount = block.bytes.count
    validity = nil
  }

  /// Returns a cell's bytes; nil if it is null.
  @inlinable
  package subscript(row: Int) -> UnsafeBufferPointer<UInt8>? {
    // Safety: a column has one bit for each row.
    if let validity, validity[row >> 3] >> UInt8(row & 7) & 1 == 0 { return nil }
    return raw(row)
  }

  /// Returns a cell's bytes; empty if it is null.
  @inlinable
  package func raw(_ row: Int) -> UnsafeBufferPointer<UInt8> {
    // Safety: a column has a start and an end for each row, and the bytes between them.
    let start = Int(starts[row])
    return UnsafeBufferPointer(
      start: bytes.map { $0 + start }, count: Int(ends[row]) - gap - start)
  }

  /// Returns a cell of one to eight bytes as a machine word: the first byte lowest, zeros above the
  /// last.
  ///
  /// - Parameter row: The row.
  /// - Returns: The word and the number of bytes; nil for any other cell, and for one at the text's
  ///   very end.
  @inlinable @inline(__always)
  package func word(row: Int) -> (word: UInt64, count: Int)? {
    // Safety: as in `raw`; eight bytes follow the start.
    let start = Int(starts[row])
    let count = Int(ends[row]) &- gap &- start
    guard UInt(bitPattern: count &- 1) < 8, start &+ 8 <= byteCount, let bytes else { return nil }
    let word = Self.word(UnsafeRawPointer(bytes), start)
    return (word & (~0 &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count)), count)
  }

  /// Whether a row's cell equals that of the previous row.
  ///
  /// A null's text is empty, like an empty cell's; neither is a value to a field.
  @inlinable @inline(__always)
  package func isRepeated(_ row: Int) -> Bool {
    let (start, before) = (Int(starts[row]), Int(starts[row &- 1]))
    let count = Int(ends[row]) &- gap &- start
    guard count == Int(ends[row &- 1]) &- gap &- before else { return false }
    guard UInt(bitPattern: count &- 1) < 8, max(start, before) &+ 8 <= byteCount, let bytes else {
      return Self.areSame(raw(row), raw(row - 1))
    }
    // Safety: eight bytes follow both starts.
    let text = UnsafeRawPointer(bytes)
    let differing = Self.word(text, start) ^ Self.word(text, before)
    return differing &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count) == 0
  }

  /// Whether cells often repeat the previous row, so that checking for it pays off.
  ///
  /// - Parameter rowCount: The number of rows; only the first 64 are examined.
  /// - Returns: Whether at least a quarter of these repeat.
  package func repeatOften(_ rowCount: Int) -> Bool {
    let looked = min(rowCount, 64)
    return (1..<max(looked, 1)).count { isRepeated($0) } * 4 >= looked
  }

  /// Whether two texts are equal.
  @inlinable
  package static func areSame(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let count = left.count
    guard count == right.count else { return false }
    guard count > 0 else { return true }
    // Safety: both have `count` bytes, and the last eight are read only if there are eight.
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

  @inlinable @inline(__always)
  static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
  }
}
