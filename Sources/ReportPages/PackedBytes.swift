import CZlib
import Foundation

/// Bytes made smaller for a page: deflated, then written in base64.
enum PackedBytes {
  /// Packs bytes; a browser's `DecompressionStream("deflate")` unpacks them.
  static func text(of bytes: [UInt8]) -> String {
    var size = compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(size))
    // Safety: there is room for the greatest size that zlib tells for so many bytes.
    let result = compress2(&packed, &size, bytes, UInt(bytes.count), Z_BEST_COMPRESSION)
    precondition(result == Z_OK, "zlib cannot compress: \(result)")
    return Data(packed.prefix(Int(size))).base64EncodedString()
  }
}
