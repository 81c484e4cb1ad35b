import CArrow
import Columns

/// The checksum of a mapped file, computed while its text is read and cached.
public final class TextSum: @unchecked Sendable {
  // Safety: one task at a time uses it.
  private let sum = rb_running_sum_begin()
  private let bytes: Buffer<UInt8>
  private var summed = 0
  private var read = 0

  /// Starts at a file's first byte.
  init(of bytes: Buffer<UInt8>) { self.bytes = bytes }

  deinit { rb_running_sum_end(sum) }

  /// Records how far the text has been read.
  func note(readUpTo end: UnsafePointer<UInt8>) {
    read = bytes.pointer.baseAddress.map { end - $0 } ?? 0
  }

  /// Adds the text read last, while it is still mapped.
  public func takeRead() { take(upTo: read) }

  /// Returns the checksum of the whole file; reads the remaining bytes for it.
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
