import CArrow
import Foundation

extension Compression {
  /// The text of one zstd frame.
  ///
  /// - Edge cases: a frame without a checksum may unpack to another text where it is damaged.
  ///
  /// - Parameter frame: A frame that says how much it unpacks to, as ``zstdFrame(of:)`` makes them.
  /// - Returns: The text; nil where the bytes are no whole frame, or cannot be unpacked.
  public static func text(ofZstdFrame frame: Data) -> Data? {
    frame.withUnsafeBytes { packed in
      guard let whole = ZstdFrames.frame(at: 0, in: packed), !whole.isSkippable,
        whole.bytes.count == packed.count, let length = whole.textLength
      else { return nil }
      var text = Data(count: length)
      let isUnpacked = text.withUnsafeMutableBytes { out in
        // Safety: the wall reads `packed` and writes `length` bytes, only until it returns.
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
