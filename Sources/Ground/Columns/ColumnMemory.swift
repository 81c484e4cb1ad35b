/// The memory of a column that several threads fill before it is used.
@usableFromInline
package final class ColumnMemory<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // Safety: written before `buffer` is used, each value by one thread.
  /// The first value.
  @usableFromInline package let start: UnsafeMutablePointer<Element>
  /// The number of values.
  @usableFromInline package let count: Int

  /// The size of a large block; nil for a small allocation.
  private let blockBytes: Int?

  /// Allocates uninitialised memory; large amounts come from ``LargeBlocks``.
  ///
  /// - Parameter count: The number of values.
  @usableFromInline package init(count: Int) {
    let bytes = max(count, 1) * MemoryLayout<Element>.stride
    blockBytes = bytes >= LargeBlocks.pageBytes ? LargeBlocks.size(for: bytes) : nil
    let memory =
      blockBytes.map { LargeBlocks.shared.take($0, used: bytes) }
      ?? UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    start = memory.bindMemory(to: Element.self, capacity: count)
    self.count = count
  }

  deinit {
    if let blockBytes {
      LargeBlocks.shared.give(start, blockBytes)
    } else {
      UnsafeMutableRawPointer(start).deallocate()
    }
  }

  /// The values, after all are written.
  package var buffer: Buffer<Element> { Buffer(borrowing: start, count: count, owner: self) }
}

extension ColumnMemory<UInt64> {
  /// Returns the values as bits, least significant first, after all are written.
  ///
  /// - Parameter count: The number of bits.
  /// - Returns: The bits, in the same memory.
  package func bitmap(count: Int) -> Bitmap {
    // Safety: a word is eight bytes, in this order on every platform of Swift.
    let bytes = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
    return Bitmap(
      bytes: Buffer(borrowing: bytes, count: self.count * 8, owner: self), count: count)
  }
}
