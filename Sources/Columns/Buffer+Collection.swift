extension Buffer: RandomAccessCollection {
  /// The first index.
  public var startIndex: Int { 0 }

  /// The index behind the last one.
  public var endIndex: Int { count }

  /// Goes over the values, and keeps their memory alive meanwhile.
  public func makeIterator() -> BufferIterator<Element> { BufferIterator(self) }
}

/// Goes over a buffer's values.
public struct BufferIterator<Element: BitwiseCopyable & Sendable>: IteratorProtocol {
  private let buffer: Buffer<Element>
  private var rest: UnsafeBufferPointer<Element>.Iterator

  init(_ buffer: Buffer<Element>) {
    self.buffer = buffer
    rest = buffer.pointer.makeIterator()
  }

  /// The next value, or nil behind the last one.
  public mutating func next() -> Element? {
    // Safety: the buffer's owner would else be free to go after the iterator was made.
    withExtendedLifetime(buffer) { rest.next() }
  }
}
