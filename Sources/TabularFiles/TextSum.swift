import CArrow
import Columns

/// The checksum of a mapped file, computed out of its text while that is read and in the cache.
public final class TextSum: @unchecked Sendable {
  // Safety: used by one task at a time.
  private let sum = rb_running_sum_begin()
  private let bytes: Buffer<UInt8>
  private var summed = 0
  private var read = 0

  /// Begins at a file's first byte.
  init(of bytes: Buffer<UInt8>) { self.bytes = bytes }

  deinit { rb_running_sum_end(sum) }

  /// Notes how far the text was read.
  func note(readUpTo end: UnsafePointer<UInt8>) {
    read = bytes.pointer.baseAddress.map { end - $0 } ?? 0
  }

  /// Sums what was read last, while it is still mapped.
  public func takeRead() { take(upTo: read) }

  /// The checksum of the whole file; bytes that nobody took are read for it.
  public func finished() -> FileSum {
    take(upTo: bytes.count)
    return FileSum(rb_running_sum_value(sum))
  }

  // MARK: - Implementation

  private func take(upTo end: Int) {
    guard end > summed else { return }
    let next = bytes.slice(summed..<end)
    rb_running_sum_take(sum, next.pointer.baseAddress, Int64(next.count))
    summed = end
  }
}
