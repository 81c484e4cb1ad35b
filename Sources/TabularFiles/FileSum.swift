import CArrow
import Columns

/// A checksum of a file's bytes against damage, at the speed of reading them; not against malice.
///
/// Source: XXH3 of 128 bits (xxhash.com), which `xxhsum -H2` prints.
public struct FileSum: Equatable, Sendable {
  /// 32 hexadecimal digits.
  public let hex: String
  /// The file's size.
  public let bytes: Int

  /// The checksum of a whole file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isMapped: Whether it is read where the system keeps it: saves a copy of all its bytes, but a
  ///     disk that fails meanwhile ends the process.
  /// - Throws: ``FileError`` when it cannot be read.
  public init(ofFile path: String, isMapped: Bool = false) throws(FileError) {
    var sum = rb_sum()
    do {
      try wallCall { isMapped ? rb_mapped_file_sum(path, &sum, $0) : rb_file_sum(path, &sum, $0) }
    } catch {
      throw .cannotOpen(file: path, reason: error.message)
    }
    self.init(sum)
  }

  init(_ sum: rb_sum) {
    hex = withUnsafeBytes(of: sum.digest) { HexText.of($0) }
    bytes = Int(sum.length)
  }
}
