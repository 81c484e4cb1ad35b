import CArrow
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
