import CArrow
import Foundation

extension Compression {
  /// Decompresses one zstd frame.
  ///
  /// - Edge cases: a damaged frame without a checksum may give a wrong text.
  ///
  /// - Parameter frame: A frame that states its uncompressed length, as made by ``zstdFrame(of:)``.
  /// - Returns: The text; nil if the bytes are no complete frame, or cannot be decompressed.
  public static func text(ofZstdFrame frame: Data) -> Data? {
    frame.withUnsafeBytes { packed in
      guard let whole = ZstdFrames.frame(at: 0, in: packed), !whole.isSkippable,
        whole.bytes.count == packed.count, let length = whole.textLength
      else { return nil }
      var text = Data(count: length)
      let isUnpacked = text.withUnsafeMutableBytes { out in
        // Safety: the wall reads `packed` and writes `length` bytes, only during the call.
        (try? wallCall {
          rb_unpack_zstd(
            packed.bindMemory(to: UInt8.self).baseAddress, Int64(packed.count),
            out.bindMemory(to: UInt8.self).baseAddress, Int64(length), $0)
        }) != nil
      }
      return isUnpacked ? text : nil
    }
  }
}
