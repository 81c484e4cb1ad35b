import Columns
import Foundation

extension Compression {
  /// A zstd file's text in fewer frames: neighbouring ones are packed together.
  ///
  /// Small frames pack badly, and each costs its reader a start.
  ///
  /// - Parameters:
  ///   - path: A file of frames that say how much they unpack to.
  ///   - textLength: About how much text a frame is to hold.
  /// - Returns: The file's new bytes; nil where there is nothing to put together.
  /// - Throws: ``FileError`` when a frame cannot be unpacked.
  public static func withFewerFrames(_ path: String, textLength: Int) throws(FileError) -> Data? {
    let bytes = try MappedFile.bytes(of: path)
    let old = withExtendedLifetime(bytes) { ZstdFrames.lengths(in: Data(bytes.pointer)) }
    guard let text = PackedText(file: path, bytes: bytes, partLength: textLength),
      text.partCount < old.count
    else { return nil }
    var packed = Data()
    for part in 0..<text.partCount {
      let buffer = try text.text(of: part)
      packed += withExtendedLifetime(buffer) {
        zstdFrame(of: UnsafeRawBufferPointer(buffer.pointer))
      }
    }
    return packed
  }
}
