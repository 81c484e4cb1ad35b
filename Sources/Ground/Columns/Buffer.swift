/// An immutable run of fixed-width values that may live in a mapped file.
///
/// Copies share the memory; its owner (an array, a mapped segment) lives as long as any buffer made
/// from it.
public struct Buffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // Safety: the memory is never written after the buffer is made; so `@unchecked Sendable`.
  private let owner: AnyObject?
  @usableFromInline let start: UnsafePointer<Element>?

  /// The number of values.
  public let count: Int

  /// Copies an array's values.
  public init(_ values: [Element]) {
    let owned = OwnedMemory(values)
    owner = owned
    start = UnsafePointer(owned.start)
    count = values.count
  }

  /// Makes a buffer whose values `fill` writes in place.
  public init(count: Int, fill: (UnsafeMutableBufferPointer<Element>) -> Void) {
    let owned = OwnedMemory<Element>(count: count)
    fill(UnsafeMutableBufferPointer(start: owned.start, count: count))
    owner = owned
    start = UnsafePointer(owned.start)
    self.count = count
  }

  /// Borrows memory that `owner` keeps alive and unchanged.
  public init(borrowing start: UnsafePointer<Element>?, count: Int, owner: AnyObject?) {
    precondition(start != nil || count == 0, "a buffer of values needs memory")
    self.owner = owner
    self.start = start
    self.count = count
  }

  /// The value at `index`.
  public subscript(index: Int) -> Element {
    // Transparent: otherwise unoptimised code, such as in tests, looks up the type at each value.
    @_transparent get {
      precondition(index >= 0 && index < count, "index out of range")
      return start.unsafelyUnwrapped[index]
    }
  }

  /// All values, bounds-checked and tied to this buffer's lifetime.
  public var span: Span<Element> {
    @_lifetime(borrow self)
    borrowing get {
      // Safety: `owner` keeps `count` values at `start` alive as long as `self`.
      let values = unsafe Span(_unsafeElements: pointer)
      return unsafe _overrideLifetime(values, borrowing: self)
    }
  }

  /// All values as a pointer; valid while this buffer or a copy of it lives.
  public var pointer: UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: start, count: count)
  }

  /// Returns a part of the values, sharing the memory.
  public func slice(_ range: Range<Int>) -> Buffer {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range out of bounds")
    return Buffer(
      borrowing: start.map { $0 + range.lowerBound }, count: range.count, owner: owner)
  }
}

extension Buffer<UInt8> {
  /// Reinterprets the bytes as values, sharing the memory.
  ///
  /// - Parameter type: The values' type; the bytes must be aligned for it, and a whole number of
  ///   values.
  /// - Returns: The values.
  package func values<Value: BitwiseCopyable & Sendable>(of type: Value.Type) -> Buffer<Value> {
    let stride = MemoryLayout<Value>.stride
    precondition(count % stride == 0, "bytes are whole values")
    guard let start = start.map({ UnsafeRawPointer($0) }) else {
      return Buffer<Value>(borrowing: nil, count: 0, owner: owner)
    }
    precondition(
      Int(bitPattern: start) % MemoryLayout<Value>.alignment == 0, "values are aligned")
    // Safety: the bytes are never written, and the values have the same owner.
    return Buffer<Value>(
      borrowing: start.assumingMemoryBound(to: Value.self), count: count / stride, owner: owner)
  }
}

/// The memory of one buffer, freed with it.
private final class OwnedMemory<Element: BitwiseCopyable> {
  let start: UnsafeMutablePointer<Element>

  init(count: Int) {
    start = .allocate(capacity: max(count, 1))
  }

  init(_ values: [Element]) {
    start = .allocate(capacity: max(values.count, 1))
    // Safety: `values.count` elements were allocated just above.
    values.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { start.initialize(from: base, count: source.count) }
    }
  }

  deinit { start.deallocate() }
}

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
