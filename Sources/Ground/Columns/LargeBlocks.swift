import Foundation
import Synchronization

/// Released large blocks of memory, kept for reuse.
///
/// Touching fresh pages can take longer than computing their content, because the system clears
/// each page. A kept block costs nothing: the system may reclaim its pages at any time
/// (`MADV_FREE`), and only then are they cleared again.
final class LargeBlocks: Sendable {
  /// The blocks of this process.
  static let shared = LargeBlocks(
    limit: Int(clamping: ProcessInfo.processInfo.physicalMemory / 8))

  /// The size of a large page; blocks are multiples of it.
  static let pageBytes = 2 << 20

  private struct Block: @unchecked Sendable {
    // Safety: nothing else refers to a kept block.
    let start: UnsafeMutableRawPointer
    let bytes: Int
  }

  /// The kept blocks, the oldest first.
  private let kept = Mutex([Block]())
  private let limit: Int

  /// Makes an empty set of blocks.
  ///
  /// - Parameter limit: The maximum number of bytes to keep.
  init(limit: Int) { self.limit = limit }

  deinit {
    for block in kept.withLock({ $0 }) { block.start.deallocate() }
  }

  /// Returns the block size for a number of bytes: whole pages, in eight steps between powers of
  /// two.
  ///
  /// Consecutive tables have nearly the same length. With exact page counts, one table's blocks
  /// would often be a page too short for the next, and both would be kept.
  ///
  /// - Parameter bytes: The number of bytes, at least 1.
  /// - Returns: A multiple of ``pageBytes``.
  static func size(for bytes: Int) -> Int {
    let pages = (bytes + pageBytes - 1) / pageBytes
    let step = max(1, 1 << (Int.bitWidth - 1 - pages.leadingZeroBitCount) / 8)
    return (pages + step - 1) / step * step * pageBytes
  }

  /// Returns uninitialised memory.
  ///
  /// - Parameters:
  ///   - bytes: Its size, from ``size(for:)``.
  ///   - used: The number of bytes that will be used; nil for all.
  /// - Returns: The last kept block of this size; a new one if there is none.
  func take(_ bytes: Int, used: Int? = nil) -> UnsafeMutableRawPointer {
    let found = kept.withLock { kept in
      kept.lastIndex { $0.bytes == bytes }.map { kept.remove(at: $0).start }
    }
    if let found { return found }
    let start = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: Self.pageBytes)
    #if os(Linux)
      // With small pages, first touching the memory would cost more than the work on it. The last
      // page is only partly used, and a table of many columns would waste that many parts, so it
      // stays small. (If the system uses large pages everywhere, it does so here too.)
      madvise(start, (used ?? bytes) / Self.pageBytes * Self.pageBytes, MADV_HUGEPAGE)
    #endif
    return start
  }

  /// Takes a block back.
  ///
  /// - Parameters:
  ///   - start: The memory from ``take(_:)``.
  ///   - bytes: Its size.
  func give(_ start: UnsafeMutableRawPointer, _ bytes: Int) {
    #if os(Linux)
      madvise(start, bytes, MADV_FREE)
    #endif
    let block = Block(start: start, bytes: bytes)
    let dropped = kept.withLock { kept in
      kept.append(block)
      var (total, count) = (kept.reduce(0) { $0 + $1.bytes }, 0)
      while total > limit {
        total -= kept[count].bytes
        count += 1
      }
      defer { kept.removeFirst(count) }
      return Array(kept[..<count])
    }
    for block in dropped { block.start.deallocate() }
  }
}
