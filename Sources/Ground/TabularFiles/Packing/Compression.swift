import CArrow
import Columns
import Foundation

/// Compresses bytes in memory.
///
/// Compressed texts can be concatenated: a file of several gzip members or zstd frames decompresses
/// to their joined texts, so appending whole frames never rewrites existing ones.
public enum Compression {
  /// Compresses bytes, or none, into one complete zstd frame.
  public static func zstdFrame(of bytes: some ContiguousBytes) -> Data { packed(bytes, RB_ZSTD) }

  /// Compresses bytes, or none, into one complete gzip member.
  public static func gzip(of bytes: some ContiguousBytes) -> Data { packed(bytes, RB_GZIP) }

  // MARK: - Implementation

  private static func packed(_ bytes: some ContiguousBytes, _ codec: rb_codec) -> Data {
    bytes.withUnsafeBytes { source in
      var memory: UnsafeMutablePointer<UInt8>?
      var count: Int64 = 0
      do {
        // Safety: the wall reads `source` only during the call.
        try wallCall {
          rb_compress(
            source.bindMemory(to: UInt8.self).baseAddress, Int64(source.count), codec, &memory,
            &count, $0)
        }
      } catch {
        // Any bytes can be compressed, so the only possible failure is lack of memory.
        preconditionFailure("packing \(source.count) bytes: \(error)")
      }
      // Safety: `memory` holds `count` bytes and is freed once.
      defer { rb_free(memory) }
      return memory.map { Data(bytes: $0, count: Int(count)) } ?? Data()
    }
  }
}

extension Compression {
  /// Repacks a zstd file into fewer frames by joining neighbouring ones.
  ///
  /// Small frames compress badly, and each costs its reader some start-up time.
  ///
  /// - Parameters:
  ///   - path: A file of frames that state their uncompressed length.
  ///   - textLength: The approximate text length per frame.
  /// - Returns: The file's new bytes; nil if there is nothing to join.
  /// - Throws: ``FileError`` if a frame cannot be decompressed.
  public static func withFewerFrames(_ path: String, textLength: Int) throws(FileError) -> Data? {
    let bytes = try MappedFile.bytes(of: path)
    let old = withExtendedLifetime(bytes) { ZstdFrames.lengths(in: Data(bytes.pointer)) }
    guard let text = PackedText(file: path, bytes: bytes, partLength: textLength),
      text.partCount < old.count
    else { return nil }
    var packed = Data()
    for part in 0..<text.partCount {
      let buffer = try text.text(of: part)
      // Safety: the buffer lives until its frame is made.
      packed += withExtendedLifetime(buffer) {
        zstdFrame(of: UnsafeRawBufferPointer(buffer.pointer))
      }
    }
    return packed
  }
}

extension Compression {
  /// Decompresses one zstd frame.
  ///
  /// - Edge cases: a damaged frame without a checksum may give a wrong text.
  ///
  /// - Parameter frame: A frame that states its uncompressed length, as made by ``zstdFrame(of:)``.
  /// - Returns: The text; nil if the bytes are no complete frame, cannot be decompressed, or
  ///   claim more than they may hold.
  public static func text(ofZstdFrame frame: Data) -> Data? {
    frame.withUnsafeBytes { packed in
      guard let whole = ZstdFrames.frame(at: 0, in: packed), !whole.isSkippable,
        whole.bytes.count == packed.count, let length = whole.textLength,
        length <= UnpackLimit.bytesAtOnce(ofPacked: packed.count)
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
