import Foundation

/// The zstd frames of a file, found from their headers (RFC 8878, §3.1).
///
/// A process that appends frames uses it to find the part that a crash cut off.
public enum ZstdFrames {
  /// Returns the lengths of the complete frames at the start of the bytes.
  ///
  /// - Edge cases: stops at the first byte that begins no complete frame; skippable frames do not
  ///   count.
  ///
  /// - Parameter bytes: A file's bytes.
  /// - Returns: One length per frame; their sum is the start of the first torn frame, if any.
  public static func lengths(in bytes: Data) -> [Int] {
    bytes.withUnsafeBytes { bytes in
      var lengths: [Int] = []
      var start = 0
      while let frame = frame(at: start, in: bytes), !frame.isSkippable {
        lengths.append(frame.bytes.count)
        start = frame.bytes.upperBound
      }
      return lengths
    }
  }

  /// One frame of a file.
  struct Frame {
    /// The frame's bytes.
    let bytes: Range<Int>
    /// The uncompressed length; nil if the frame does not state it.
    let textLength: Int?
    /// Whether it holds anything other than compressed text.
    let isSkippable: Bool
  }

  /// Returns the frame that begins at `start`; nil if none does, or it is incomplete.
  static func frame(at start: Int, in bytes: UnsafeRawBufferPointer) -> Frame? {
    guard let magic = number(start, 4, bytes) else { return nil }
    if magic >> 4 == 0x184D2A5 {
      guard let length = number(start + 4, 4, bytes), length <= bytes.count - start - 8 else {
        return nil
      }
      return Frame(bytes: start..<(start + 8 + length), textLength: 0, isSkippable: true)
    }
    guard magic == 0xFD2F_B528, let descriptor = number(start + 4, 1, bytes) else { return nil }
    let hasWindow = descriptor & 0x20 == 0
    let sizeCode = descriptor >> 6
    let sizeLength = sizeCode == 0 ? (hasWindow ? 0 : 1) : 1 << sizeCode
    let sizeStart = start + 5 + (hasWindow ? 1 : 0) + [0, 1, 2, 4][descriptor & 3]
    guard let size = number(sizeStart, sizeLength, bytes) else { return nil }
    var at = sizeStart + sizeLength
    var blockCount = 0
    while true {
      guard let header = number(at, 3, bytes) else { return nil }
      let kind = header >> 1 & 3
      guard kind != 3 else { return nil }
      // A block of one repeated byte states its count instead.
      at += 3 + (kind == 1 ? 1 : header >> 3)
      blockCount += 1
      if header & 1 == 1 { break }
    }
    at += descriptor & 4 == 0 ? 0 : 4
    guard at <= bytes.count else { return nil }
    let textLength = size + (sizeCode == 1 ? 256 : 0)
    // A block decompresses to at most 128 KiB, so a frame cannot claim unlimited memory.
    let isSizeKnown = sizeLength > 0 && textLength <= blockCount << 17
    return Frame(
      bytes: start..<at, textLength: isSizeKnown ? textLength : nil, isSkippable: false)
  }

  // MARK: - Implementation

  /// Reads a little-endian number; nil past the end, and if it exceeds any file size.
  private static func number(
    _ start: Int, _ length: Int, _ bytes: UnsafeRawBufferPointer
  ) -> Int? {
    // Safety: the number lies within the bytes.
    guard start <= bytes.count - length else { return nil }
    let value = (0..<length).reduce(UInt64(0)) { $0 | UInt64(bytes[start + $1]) << ($1 * 8) }
    return value <= UInt64(Int32.max) << 16 ? Int(value) : nil
  }
}
