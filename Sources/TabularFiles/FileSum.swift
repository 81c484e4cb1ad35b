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
  /// - Parameter path: The file.
  /// - Throws: ``FileError`` when it cannot be read.
  public init(ofFile path: String) throws(FileError) {
    var sum = rb_sum()
    do {
      try wallCall { rb_file_sum(path, &sum, $0) }
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
