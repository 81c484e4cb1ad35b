import Columns
import Foundation

/// Plain values in memory of their own, which grows as they are appended.
///
/// What a scan writes for every starter goes through these: an array would check for uniqueness and
/// bounds at each access.
struct Slots<Element: BitwiseCopyable>: ~Copyable {
  // Safety: the only owner of `capacity` elements at `start`, the first `count` of which are set.
  private(set) var start: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int = 16) {
    self.capacity = max(1, capacity)
    start = Self.resized(nil, self.capacity)
  }

  deinit { free(start) }

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
    capacity = max(wanted, 2 * capacity)
    start = Self.resized(start, capacity)
  }

  /// Takes values that were written behind the last one, within the capacity.
  @inline(__always)
  mutating func grow(by more: Int) { count &+= more }

  mutating func removeAll() { count = 0 }

  private static func resized(_ old: UnsafeMutablePointer<Element>?, _ capacity: Int)
    -> UnsafeMutablePointer<Element>
  {
    let bytes = capacity * MemoryLayout<Element>.stride
    guard let place = realloc(old, bytes) else { preconditionFailure("out of memory") }
    adviseLargePages(place, bytes)
    return place.assumingMemoryBound(to: Element.self)
  }
}
