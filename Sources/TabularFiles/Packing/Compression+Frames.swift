import Columns
import Foundation

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
