/// Plain values in memory of their own, which grows as they are appended.
///
/// A scan writes through these for every starter: an array would check for uniqueness and
/// bounds at each access. Other modules' loops are specialised only with inlinable code.
@usableFromInline package struct Slots<Element: BitwiseCopyable & Sendable>: ~Copyable {
  // Safety: the only owner of `capacity` elements at `start`; the first `count` are set.
  @usableFromInline package internal(set) var start: UnsafeMutablePointer<Element>
  @usableFromInline package internal(set) var count = 0
  @usableFromInline var memory: ColumnMemory<Element>

  @inlinable package init(capacity: Int = 16) {
    memory = ColumnMemory(count: max(1, capacity))
    start = memory.start
  }

  /// Takes memory whose values are all set.
  init(_ memory: ColumnMemory<Element>) {
    (start, count, self.memory) = (memory.start, memory.count, memory)
  }

  @inlinable package var capacity: Int { memory.count }

  /// The value at an index below ``count``.
  @inlinable package subscript(index: Int) -> Element {
    @inline(__always) get { start[index] }
    @inline(__always) nonmutating _modify { yield &start[index] }
  }

  /// The values; valid until the next change.
  @inlinable package var values: UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: start, count: count)
  }

  @inlinable @inline(__always)
  package mutating func append(_ value: Element) {
    if count == capacity { reserve(count + 1) }
    start[count] = value
    count &+= 1
  }

  /// Makes room for `wanted` values altogether.
  @inlinable package mutating func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    // Copied, not moved by the system: that would break its large pages up.
    let larger = ColumnMemory<Element>(count: max(wanted, 2 * capacity))
    larger.start.initialize(from: start, count: count)
    (start, memory) = (larger.start, larger)
  }

  /// Takes values that were written behind the last one, within the capacity.
  @inlinable @inline(__always)
  package mutating func grow(by more: Int) { count &+= more }

  @inlinable package mutating func removeAll() { count = 0 }
}
