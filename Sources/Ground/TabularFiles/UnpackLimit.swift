import Columns
import Foundation

/// The limit of what a packed file may unpack to: a few thousand bytes can claim all memory.
enum UnpackLimit {
  /// The bytes that are always allowed.
  static let least = 256 << 20
  /// The bytes that a Parquet file may always unpack at once: there an empty cell unpacks to eight
  /// bytes, and a text that is stored once is repeated for each row.
  static let leastOfColumns = 1 << 30
  /// Unpacked bytes per packed byte: tables pack some ten to one, the most regular ones sixty to
  /// one.
  static let ratio = 200

  /// Returns the most bytes that a file may unpack to, part by part.
  ///
  /// - Parameters:
  ///   - packed: The file's own length.
  ///   - least: The bytes that are always allowed.
  /// - Returns: `least`, or ``ratio`` times the length if that is more.
  static func bytes(ofPacked packed: Int, least: Int = least) -> Int {
    let byRatio = packed.multipliedReportingOverflow(by: ratio)
    return max(least, byRatio.overflow ? .max : byRatio.partialValue)
  }

  /// Returns the most bytes that may be unpacked at once: no more than the machine's memory.
  ///
  /// - Parameters:
  ///   - packed: The file's own length.
  ///   - least: The bytes that are always allowed.
  /// - Returns: The result of ``bytes(ofPacked:least:)``, limited by the memory but not below
  ///   `least`.
  static func bytesAtOnce(ofPacked packed: Int, least: Int = least) -> Int {
    min(
      bytes(ofPacked: packed, least: least),
      max(least, Int(clamping: ProcessInfo.processInfo.physicalMemory)))
  }

  /// Returns the error for a file that unpacks to more than such a limit.
  static func exceeded(
    _ limit: Int, in file: String, packed: Int, least: Int = least
  ) -> FileError {
    .malformed(
      file: file,
      found: "more than \(limit) bytes packed in \(packed)",
      expected: "at most \(least) bytes, or \(ratio) for each packed one, as far as memory reaches")
  }
}
