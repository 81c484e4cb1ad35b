import Columns
import Foundation

/// The limit of what a packed file may unpack to: a few thousand bytes can claim all memory.
enum UnpackLimit {
  /// Always allowed.
  static let least = 256 << 20
  /// Always allowed of a Parquet file, at once: an empty cell unpacks to eight bytes there, and a
  /// text that is stored once is repeated for each row.
  static let leastOfColumns = 1 << 30
  /// Allowed for each packed byte: tables pack some ten to one, the most regular ones sixty to one.
  static let ratio = 200

  /// Returns the most bytes that a file may unpack to, part by part.
  ///
  /// - Parameters:
  ///   - packed: The file's own length.
  ///   - least: The bytes that are always allowed.
  /// - Returns: These, or ``ratio`` times the length.
  static func bytes(ofPacked packed: Int, least: Int = least) -> Int {
    let byRatio = packed.multipliedReportingOverflow(by: ratio)
    return max(least, byRatio.overflow ? .max : byRatio.partialValue)
  }

  /// Returns the most bytes that may be unpacked at once: no more than the machine's memory.
  ///
  /// - Parameters:
  ///   - packed: The file's own length.
  ///   - least: The bytes that are always allowed.
  /// - Returns: That of ``bytes(ofPacked:least:)``, as far as memory reaches.
  static func bytesAtOnce(ofPacked packed: Int, least: Int = least) -> Int {
    min(
      bytes(ofPacked: packed, least: least),
      max(least, Int(clamping: ProcessInfo.processInfo.physicalMemory)))
  }

  /// Returns the error of a file that unpacks to more than a limit of these.
  static func exceeded(
    _ limit: Int, in file: String, packed: Int, least: Int = least
  ) -> FileError {
    .malformed(
      file: file,
      found: "more than \(limit) bytes packed in \(packed)",
      expected: "at most \(least) bytes, or \(ratio) for each packed one, as far as memory reaches")
  }
}
