/// Strings of varying length: UTF-8 bytes and the offsets between them.
public struct TextBuffer: Sendable {
  /// `count + 1` offsets into `bytes`.
  public let offsets: Buffer<Int32>
  /// All strings' bytes, one after another.
  public let bytes: Buffer<UInt8>

  /// The number of strings.
  public var count: Int { offsets.count - 1 }

  /// Wraps offsets and bytes.
  public init(offsets: Buffer<Int32>, bytes: Buffer<UInt8>) {
    precondition(offsets.count >= 1, "offsets start with 0")
    self.offsets = offsets
    self.bytes = bytes
  }

  /// Packs strings.
  public init(_ strings: [String]) {
    var offsets: [Int32] = [0]
    var bytes: [UInt8] = []
    offsets.reserveCapacity(strings.count + 1)
    for string in strings {
      bytes.append(contentsOf: string.utf8)
      offsets.append(Int32(bytes.count))
    }
    self.init(offsets: Buffer(offsets), bytes: Buffer(bytes))
  }

  /// Returns the bytes of one string; valid while this buffer or a copy of it lives.
  public func utf8(_ row: Int) -> UnsafeBufferPointer<UInt8> {
    let range = Int(offsets[row])..<Int(offsets[row + 1])
    // Safety: offsets rise to the bytes' count; the code that wraps them checks that.
    return UnsafeBufferPointer(rebasing: bytes.pointer[range])
  }

  /// One string; invalid UTF-8 is repaired with U+FFFD.
  public subscript(row: Int) -> String { String(decoding: utf8(row), as: UTF8.self) }
}
