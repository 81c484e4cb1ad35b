import Foundation

/// Values that grow in number, in memory that the system moves rather than copies where it is large.
///
/// Not for use by several threads at a time.
@usableFromInline
package final class GrowingMemory<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // Safety: a buffer made of it is read only, and nothing writes after that.

  // One thread uses it, and no call reaches another use of the same memory: looking for that each
  // time would cost as much as the use. Other modules look all the same where they read a stored
  // property, so what they read is computed.

  /// The values; those behind `count` are not set.
  @inlinable package var start: UnsafeMutablePointer<Element> { place }
  /// How many values are set.
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

  /// Starts without any value.
  ///
  /// - Parameter capacity: How many there will be at least.
  package init(capacity: Int = 16) {
    self.capacity = max(capacity, 16)
    place = Self.resized(nil, self.capacity)
  }

  deinit { free(place) }

  /// Adds values that the caller sets.
  ///
  /// - Parameter added: How many.
  /// - Returns: Where they stand; valid until more are added.
  @inlinable package func grow(by added: Int) -> UnsafeMutablePointer<Element> {
    reserve(added)
    defer { count += added }
    return start + count
  }

  /// Makes room for values that are yet to be added; those that are there may move.
  @inlinable package func reserve(_ more: Int) {
    if count + more > capacity { enlarge(to: count + more) }
  }

  /// Adds values.
  @inlinable package func append(contentsOf values: UnsafeBufferPointer<Element>) {
    guard let source = values.baseAddress, values.count > 0 else { return }
    // Safety: `grow` makes room for as many.
    grow(by: values.count).update(from: source, count: values.count)
  }

  /// Adds zeros.
  ///
  /// - Returns: Where they stand; valid until more are added.
  @discardableResult
  package func growZeroed(by added: Int) -> UnsafeMutablePointer<Element> {
    let place = grow(by: added)
    // Safety: as many values were just added.
    memset(place, 0, added * MemoryLayout<Element>.stride)
    return place
  }

  /// The values as they stand; they must not be changed or added to afterwards.
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

/// Asks for large pages under memory that is worth it: fewer faults, fewer misses in look-ups.
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
