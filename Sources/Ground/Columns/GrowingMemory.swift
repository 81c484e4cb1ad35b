import Foundation

/// A growing array of values; the system moves large memory by remapping instead of copying.
///
/// Not for use by several threads at a time.
@usableFromInline
package final class GrowingMemory<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // Safety: a buffer made from it is only read, and nothing is written after that.

  // One thread uses it, without overlapping access; exclusivity checks would cost as much as the
  // accesses. Other modules check accesses to stored properties anyway, so they read computed ones.

  /// The values; those from `count` on are not set.
  @inlinable package var start: UnsafeMutablePointer<Element> { place }
  /// The number of values set.
  @inlinable package var count: Int {
    get { used }
    set { used = newValue }
  }

  @exclusivity(unchecked)
  @usableFromInline var place: UnsafeMutablePointer<Element>
  @exclusivity(unchecked)
  @usableFromInline var used = 0
  @exclusivity(unchecked)
  @usableFromInline var capacity: Int

  /// Makes empty memory.
  ///
  /// - Parameter capacity: The expected minimum number of values.
  package init(capacity: Int = 16) {
    self.capacity = max(capacity, 16)
    place = Self.resized(nil, self.capacity)
  }

  deinit { free(place) }

  /// Adds values that the caller sets.
  ///
  /// - Parameter added: The number of values.
  /// - Returns: The added values; valid until more are added.
  @inlinable package func grow(by added: Int) -> UnsafeMutablePointer<Element> {
    reserve(added)
    defer { count += added }
    return start + count
  }

  /// Reserves room for further values; existing ones may move.
  @inlinable package func reserve(_ more: Int) {
    if count + more > capacity { enlarge(to: count + more) }
  }

  /// Appends values.
  @inlinable package func append(contentsOf values: UnsafeBufferPointer<Element>) {
    guard let source = values.baseAddress, values.count > 0 else { return }
    // Safety: `grow` makes room for as many.
    grow(by: values.count).update(from: source, count: values.count)
  }

  /// Appends zeros.
  ///
  /// - Returns: The added values; valid until more are added.
  @discardableResult
  package func growZeroed(by added: Int) -> UnsafeMutablePointer<Element> {
    let place = grow(by: added)
    // Safety: as many values were just added.
    memset(place, 0, added * MemoryLayout<Element>.stride)
    return place
  }

  /// The current values; they must not be changed or added to afterwards.
  package var buffer: Buffer<Element> { Buffer(borrowing: start, count: count, owner: self) }

  // MARK: - Implementation

  @usableFromInline func enlarge(to needed: Int) {
    capacity = max(needed, 2 * capacity)
    place = Self.resized(place, capacity)
  }

  private static func resized(_ old: UnsafeMutablePointer<Element>?, _ capacity: Int)
    -> UnsafeMutablePointer<Element>
  {
    let bytes = capacity * MemoryLayout<Element>.stride
    guard let place = realloc(old, bytes) else { preconditionFailure("out of memory") }
    adviseLargePages(place, bytes)
    return place.assumingMemoryBound(to: Element.self)
  }
}

/// Requests large pages for large memory: fewer page faults, and fewer TLB misses in look-ups.
///
/// - Parameters:
///   - start: The memory.
///   - bytes: Its size.
package func adviseLargePages(_ start: UnsafeMutableRawPointer, _ bytes: Int) {
  #if os(Linux)
    let page = 2 << 20
    guard bytes >= 2 * page else { return }
    let first = (Int(bitPattern: start) + page - 1) / page * page
    let end = (Int(bitPattern: start) + bytes) / page * page
    // Safety: whole pages of this memory only; the advice changes no content.
    if end > first, let place = UnsafeMutableRawPointer(bitPattern: first) {
      madvise(place, end - first, Int32(MADV_HUGEPAGE))
    }
  #endif
}
