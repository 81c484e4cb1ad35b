import Columns

/// Plain values in memory of their own, which grows as they are appended.
///
/// A scan writes through these for every starter: an array would check for uniqueness and
/// bounds at each access.
struct Slots<Element: BitwiseCopyable & Sendable>: ~Copyable {
  // Safety: the only owner of `capacity` elements at `start`, the first `count` of which are set.
  private(set) var start: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var memory: ColumnMemory<Element>

  init(capacity: Int = 16) {
    memory = ColumnMemory(count: max(1, capacity))
    start = memory.start
  }

  var capacity: Int { memory.count }

  /// The value at an index below ``count``.
  subscript(index: Int) -> Element {
    @inline(__always) get { start[index] }
    @inline(__always) nonmutating _modify { yield &start[index] }
  }

  /// The values; valid until the next change.
  var values: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: start, count: count) }

  @inline(__always)
  mutating func append(_ value: Element) {
    if count == capacity { reserve(count + 1) }
    start[count] = value
    count &+= 1
  }

  /// Makes room for `wanted` values altogether.
  mutating func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    // Copied, not moved by the system: that would break its large pages up.
    let larger = ColumnMemory<Element>(count: max(wanted, 2 * capacity))
    larger.start.initialize(from: start, count: count)
    (start, memory) = (larger.start, larger)
  }

  /// Takes values that were written behind the last one, within the capacity.
  @inline(__always)
  mutating func grow(by more: Int) { count &+= more }

  mutating func removeAll() { count = 0 }
}
