import Columns

/// What texts came to, by their codes: bytes, or nothing.
final class KnownReadings {
  private let bytes = GrowingMemory<UInt8>()
  /// Where each reading ends; below 0, less one, for those that are none.
  private let ends = GrowingMemory<Int>()

  /// The number of readings.
  var count: Int { ends.count }

  /// Adds what the next text came to.
  func append(_ reading: [UInt8]?) {
    reading?.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    ends.grow(by: 1).pointee = reading == nil ? -bytes.count - 1 : bytes.count
  }

  /// What a text came to, valid until the next is added; nil where that is none.
  @inline(__always)
  subscript(code: Int) -> UnsafeBufferPointer<UInt8>? {
    precondition(code >= 0 && code < ends.count, "no such code")
    let end = ends.start[code]
    guard end >= 0 else { return nil }
    // Safety: readings lie one behind the other, in the order of their codes.
    let before = code == 0 ? 0 : ends.start[code - 1]
    let start = before < 0 ? -before - 1 : before
    return UnsafeBufferPointer(start: bytes.start + start, count: end - start)
  }
}
