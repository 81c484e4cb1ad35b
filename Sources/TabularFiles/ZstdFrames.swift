import Foundation

/// Where the zstd frames of a file end, told by their headers alone (RFC 8878, §3.1.1).
///
/// Whoever appends frame after frame finds by it what a crash has cut off.
public enum ZstdFrames {
  /// The lengths of the whole frames that bytes begin with.
  ///
  /// - Edge cases: stops at the first byte that begins no whole frame; skippable frames are none.
  ///
  /// - Parameter bytes: A file's bytes.
  /// - Returns: One length per frame; their sum is where the first torn frame begins, if any.
  public static func lengths(in bytes: Data) -> [Int] {
    bytes.withUnsafeBytes { bytes in
      var lengths: [Int] = []
      var start = 0
      while let end = end(of: start, in: bytes) {
        lengths.append(end - start)
        start = end
      }
      return lengths
    }
  }

  // MARK: - Implementation

  private static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  /// Where the frame that begins at `start` ends; nil where none does, or not within the bytes.
  private static func end(of start: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count - start > magic.count,
      bytes[start..<(start + magic.count)].elementsEqual(magic)
    else { return nil }
    let descriptor = bytes[start + magic.count]
    let hasWindow = descriptor & 0x20 == 0
    let sizeFlag = Int(descriptor >> 6)
    let dictionary = [0, 1, 2, 4][Int(descriptor & 3)]
    let contentSize = sizeFlag == 0 ? (hasWindow ? 0 : 1) : 1 << sizeFlag
    var at = start + magic.count + 1 + (hasWindow ? 1 : 0) + dictionary + contentSize
    while true {
      guard at + 3 <= bytes.count else { return nil }
      let header = Int(bytes[at]) | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]) << 16
      let kind = header >> 1 & 3
      guard kind != 3 else { return nil }
      // A block of one repeated byte states how often.
      at += 3 + (kind == 1 ? 1 : header >> 3)
      if header & 1 == 1 { break }
    }
    at += descriptor & 4 == 0 ? 0 : 4
    return at <= bytes.count ? at : nil
  }
}
