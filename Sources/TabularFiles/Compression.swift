import CArrow
import Foundation

/// Packs bytes in memory.
///
/// Packed texts may stand one after the other: a file of many gzip members or zstd frames unpacks to
/// their texts joined, so whoever appends whole frames never rewrites what is there.
public enum Compression {
  /// One whole zstd frame of some bytes, also of none.
  public static func zstdFrame(of bytes: some ContiguousBytes) -> Data { packed(bytes, RB_ZSTD) }

  /// One whole gzip member of some bytes, also of none.
  public static func gzip(of bytes: some ContiguousBytes) -> Data { packed(bytes, RB_GZIP) }

  // MARK: - Implementation

  private static func packed(_ bytes: some ContiguousBytes, _ codec: rb_codec) -> Data {
    bytes.withUnsafeBytes { source in
      var memory: UnsafeMutablePointer<UInt8>?
      var count: Int64 = 0
      do {
        // Safety: the wall reads `source` only until it returns.
        try wallCall {
          rb_compress(
            source.bindMemory(to: UInt8.self).baseAddress, Int64(source.count), codec, &memory,
            &count, $0)
        }
      } catch {
        // Any bytes can be packed, so nothing but memory can have been missing.
        preconditionFailure("packing \(source.count) bytes: \(error)")
      }
      // Safety: `memory` holds `count` bytes and is freed once.
      defer { rb_free(memory) }
      return memory.map { Data(bytes: $0, count: Int(count)) } ?? Data()
    }
  }
}
