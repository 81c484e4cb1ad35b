#if canImport(Glibc)
  import Glibc
#endif

/// Memory of a column that several threads fill before it is handed out.
package final class ColumnMemory<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // Safety: written before `buffer` is handed out, each value by one thread.
  /// The first value.
  package let start: UnsafeMutablePointer<Element>
  /// The number of values.
  package let count: Int

  /// Claims memory, uninitialised.
  ///
  /// Much of it comes in huge pages: to touch small ones for the first time would cost more than to
  /// compute what goes in.
  ///
  /// - Parameter count: The number of values.
  package init(count: Int) {
    let page = 2 << 20
    let bytes = max(count, 1) * MemoryLayout<Element>.stride
    let isLarge = bytes >= page
    let size = isLarge ? (bytes + page - 1) / page * page : bytes
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: isLarge ? page : 64)
    #if os(Linux)
      if isLarge { madvise(memory, size, MADV_HUGEPAGE) }
    #endif
    start = memory.bindMemory(to: Element.self, capacity: count)
    self.count = count
  }

  deinit { UnsafeMutableRawPointer(start).deallocate() }

  /// The values, once all are written.
  package var buffer: Buffer<Element> { Buffer(borrowing: start, count: count, owner: self) }
}

extension ColumnMemory<UInt64> {
  /// The values as bits, the least significant first, once all are written.
  ///
  /// - Parameter count: The number of bits.
  /// - Returns: The bits, in the same memory.
  package func bitmap(count: Int) -> Bitmap {
    // Safety: a word is eight bytes, in this order on every platform that Swift runs on.
    let bytes = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
    return Bitmap(
      bytes: Buffer(borrowing: bytes, count: self.count * 8, owner: self), count: count)
  }
}
