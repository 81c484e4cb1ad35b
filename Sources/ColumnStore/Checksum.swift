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
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw .io(file: path, reason: String(cString: strerror(errno)))
    }
    defer { try? handle.close() }
    var hash = SHA256()
    var total = 0
    do {
      while let chunk = try handle.read(upToCount: 1 << 20), !chunk.isEmpty {
        hash.update(data: chunk)
        total += chunk.count
      }
    } catch {
      throw .io(file: path, reason: "\(error)")
    }
    return (hex(hash.finalize()), total)
  }

  private static func hex(_ digest: SHA256.Digest) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
