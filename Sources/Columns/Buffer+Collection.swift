extension Buffer: RandomAccessCollection {
  /// The first index.
  public var startIndex: Int { 0 }

  /// The index behind the last one.
  public var endIndex: Int { count }

  /// Goes over the values, and keeps their memory alive meanwhile.
  @inlinable public func makeIterator() -> BufferIterator<Element> { BufferIterator(self) }

  /// Lends the values as they lie in memory, such as for an array of them.
  public func withContiguousStorageIfAvailable<Result, Failure>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try withExtendedLifetime(self) { () throws(Failure) in try body(pointer) }
  }
}

/// Goes over a buffer's values.
///
/// Loops stand in other modules, which specialise only what they may inline.
public struct BufferIterator<Element: BitwiseCopyable & Sendable>: IteratorProtocol {
  @usableFromInline let buffer: Buffer<Element>
  @usableFromInline var rest: UnsafeBufferPointer<Element>.Iterator

  @inlinable init(_ buffer: Buffer<Element>) {
    self.buffer = buffer
    rest = buffer.pointer.makeIterator()
  }

  /// The next value, or nil behind the last one.
  @inlinable public mutating func next() -> Element? {
    // Safety: the buffer's owner would else be free to go after the iterator was made.
    withExtendedLifetime(buffer) { rest.next() }
  }
}
