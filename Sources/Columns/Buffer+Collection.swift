extension Buffer: RandomAccessCollection {
  /// The first index.
  public var startIndex: Int { 0 }

  /// The index after the last one.
  public var endIndex: Int { count }

  /// Returns an iterator that keeps the values' memory alive.
  @inlinable public func makeIterator() -> BufferIterator<Element> { BufferIterator(self) }

  /// Lends the values' memory, for example to copy it to an array.
  public func withContiguousStorageIfAvailable<Result, Failure>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try withExtendedLifetime(self) { () throws(Failure) in try body(pointer) }
  }
}

/// Iterates over a buffer's values.
///
/// Public, because loops in other modules are specialised only with inlinable code.
public struct BufferIterator<Element: BitwiseCopyable & Sendable>: IteratorProtocol {
  @usableFromInline let buffer: Buffer<Element>
  @usableFromInline var rest: UnsafeBufferPointer<Element>.Iterator

  @inlinable init(_ buffer: Buffer<Element>) {
    self.buffer = buffer
    rest = buffer.pointer.makeIterator()
  }

  /// Returns the next value, or nil after the last one.
  @inlinable public mutating func next() -> Element? {
    // Safety: otherwise the buffer's owner might be freed once the iterator exists.
    withExtendedLifetime(buffer) { rest.next() }
  }
}
