import Foundation
import Synchronization

/// Large blocks of memory that were given back, for the next who wants as much.
///
/// To touch fresh pages can take longer than to compute what goes into them, as the system clears
/// each. A block that is kept costs nobody anything: the system may take its pages back whenever it
/// wants some (`MADV_FREE`), and only then are they cleared again.
final class LargeBlocks: Sendable {
  /// The blocks of this process.
  static let shared = LargeBlocks(
    limit: Int(clamping: ProcessInfo.processInfo.physicalMemory / 8))

  /// A large page; blocks are whole ones.
  static let pageBytes = 2 << 20

  private struct Block: @unchecked Sendable {
    // Safety: nobody else knows a block that is kept.
    let start: UnsafeMutableRawPointer
    let bytes: Int
  }

  /// Blocks that are kept, the one given back first in front.
  private let kept = Mutex([Block]())
  private let limit: Int

  /// Keeps no block yet.
  ///
  /// - Parameter limit: How many bytes to keep at the most.
  init(limit: Int) { self.limit = limit }

  deinit {
    for block in kept.withLock({ $0 }) { block.start.deallocate() }
  }

  /// The size of a block for so many bytes: whole pages, in eight steps from one power of two to the
  /// next.
  ///
  /// Tables that are made one after the other have nearly one length. In blocks of just as many pages
  /// those of one would often be a page too short for the next, and be kept besides it.
  ///
  /// - Parameter bytes: How many are wanted, at least 1.
  /// - Returns: A multiple of ``pageBytes``.
  static func size(for bytes: Int) -> Int {
    let pages = (bytes + pageBytes - 1) / pageBytes
    let step = max(1, 1 << (Int.bitWidth - 1 - pages.leadingZeroBitCount) / 8)
    return (pages + step - 1) / step * step * pageBytes
  }

  /// Uninitialised memory.
  ///
  /// - Parameters:
  ///   - bytes: Its size, one of ``size(for:)``.
  ///   - used: How many of the bytes are wanted; nil for all.
  /// - Returns: A block that was kept, the last one given back first; a new one if none is as large.
  func take(_ bytes: Int, used: Int? = nil) -> UnsafeMutableRawPointer {
    let found = kept.withLock { kept in
      kept.lastIndex { $0.bytes == bytes }.map { kept.remove(at: $0).start }
    }
    if let found { return found }
    let start = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: Self.pageBytes)
    #if os(Linux)
      // In small pages, touching the memory for the first time would cost more than the work on it. But
      // the last page is filled in part, and a table of many columns would waste that many such parts. (Who
      // has the system use large pages everywhere has them here as well.)
      madvise(start, (used ?? bytes) / Self.pageBytes * Self.pageBytes, MADV_HUGEPAGE)
    #endif
    return start
  }

  /// Takes a block back.
  ///
  /// - Parameters:
  ///   - start: What ``take(_:)`` returned.
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
