import CZlib

/// Gzip files of spaces and an empty JSON list, which decompress to a thousand times their size.
public enum PackedBomb {
  /// The file that unpacks to 1 MB.
  public static let bytes = bytes(megabytes: 1)

  /// Makes the file that decompresses to that many MB.
  ///
  /// - Parameter megabytes: The number of times 2²⁰ spaces before the list.
  /// - Returns: A complete gzip file, with checksum and size at its end.
  public static func bytes(megabytes: Int) -> [UInt8] {
    var stream = z_stream()
    return withUnsafeMutablePointer(to: &stream) { stream in
      deflateInit2_(
        stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
      defer { deflateEnd(stream) }
      let (blanks, list) = ([UInt8](repeating: 32, count: 1 << 20), Array("[]".utf8))
      // A full flush resets the compressor, so that the same bytes may follow repeatedly.
      let block = packed(blanks, by: stream, Z_FULL_FLUSH)
      let end = packed(list, by: stream, Z_FINISH)
      var sum: UInt = 0
      for _ in 0..<megabytes { sum = crc32_combine(sum, crc32(of: blanks), blanks.count) }
      sum = crc32_combine(sum, crc32(of: list), list.count)
      let size = UInt32(truncatingIfNeeded: megabytes * blanks.count + list.count)
      let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
      let blocks = (0..<megabytes).flatMap { _ in block }
      return head + blocks + end + littleEndian(UInt32(sum)) + littleEndian(size)
    }
  }

  // MARK: - Implementation

  private static func packed(
    _ bytes: [UInt8], by stream: UnsafeMutablePointer<z_stream>, _ flush: Int32
  ) -> [UInt8] {
    var (input, output) = (bytes, [UInt8](repeating: 0, count: 1 << 16))
    let room = output.count
    let left = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(room)
        deflate(stream, flush)
        return Int(stream.pointee.avail_out)
      }
    }
    return Array(output.prefix(room - left))
  }

  private static func crc32(of bytes: [UInt8]) -> UInt {
    CZlib.crc32(0, bytes, UInt32(bytes.count))
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
