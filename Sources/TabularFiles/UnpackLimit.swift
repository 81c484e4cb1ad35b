import Columns
import Foundation

/// The limit of what a packed file may unpack to: a few thousand bytes can claim all memory.
enum UnpackLimit {
  /// Always allowed.
  static let least = 256 << 20
  /// Allowed for each packed byte: tables pack some ten to one, the most regular ones sixty to one.
  static let ratio = 200

  /// Returns the most bytes that a file may unpack to, part by part.
  ///
  /// - Parameter packed: The file's own length.
  /// - Returns: ``least`` or ``ratio`` times the length.
  static func bytes(ofPacked packed: Int) -> Int {
    let byRatio = packed.multipliedReportingOverflow(by: ratio)
    return max(least, byRatio.overflow ? .max : byRatio.partialValue)
  }

  /// Returns the most bytes that may be unpacked at once: no more than the machine's memory.
  ///
  /// - Parameter packed: The file's own length.
  /// - Returns: That of ``bytes(ofPacked:)``, as far as memory reaches.
  static func bytesAtOnce(ofPacked packed: Int) -> Int {
    min(
      bytes(ofPacked: packed),
      max(least, Int(clamping: ProcessInfo.processInfo.physicalMemory)))
  }

  /// Returns the error of a file that unpacks to more than a limit of these.
  static func exceeded(_ limit: Int, in file: String, packed: Int) -> FileError {
    .malformed(
      file: file,
      found: "more than \(limit) bytes packed in \(packed)",
      expected: "at most \(least) bytes, or \(ratio) for each packed one, as far as memory reaches")
  }
}
