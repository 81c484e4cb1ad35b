import Columns
import Crypto
import Foundation

/// SHA-256 of files and bytes, as lower-case hexadecimal.
public enum Checksum {
  /// The checksum of bytes.
  public static func hex(of bytes: some DataProtocol) -> String {
    hex(SHA256.hash(data: bytes))
  }

  /// The checksum of a whole file.
  ///
  /// - Parameter path: The file.
  /// - Returns: 64 hexadecimal digits and the file's size.
  /// - Throws: ``StoreError`` `.io` when it cannot be read.
  public static func ofFile(_ path: String) throws(StoreError) -> (hex: String, bytes: Int) {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw .io(file: path, reason: String(cString: strerror(errno))) }
    defer { close(file) }
    // A piece stays in a core's own cache between being read and being summed.
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
    defer { piece.deallocate() }
    var hash = SHA256()
    var total = 0
    while true {
      let count = read(file, piece.baseAddress, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .io(file: path, reason: String(cString: strerror(errno))) }
      if count == 0 { return (hex(hash.finalize()), total) }
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: piece[..<count]))
      total += count
    }
  }

  private static func hex(_ digest: SHA256.Digest) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
