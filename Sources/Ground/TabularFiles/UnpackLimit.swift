import Columns
import Foundation

/// The limit of what a packed file may unpack to: a few thousand bytes can claim all memory.
enum UnpackLimit {
  /// Returns the most bytes that a file may unpack to, part by part.
  ///
  /// - Parameters:
  ///   - packed: The file's own length.
  ///   - least: The bytes that are always allowed.
  /// - Returns: `least`, or `Limits.unpackedRatio` times the length if that is more.
  static func bytes(ofPacked packed: Int, least: Int = Limits.unpackedBytes) -> Int {
    let byRatio = packed.multipliedReportingOverflow(by: Limits.unpackedRatio)
    return max(least, byRatio.overflow ? .max : byRatio.partialValue)
  }

  /// Returns the most bytes that may be unpacked at once: no more than the machine's memory.
  ///
  /// - Parameters:
  ///   - packed: The file's own length.
  ///   - least: The bytes that are always allowed.
  /// - Returns: The result of ``bytes(ofPacked:least:)``, limited by the memory but not below
  ///   `least`.
  static func bytesAtOnce(ofPacked packed: Int, least: Int = Limits.unpackedBytes) -> Int {
    min(
      bytes(ofPacked: packed, least: least),
      max(least, Int(clamping: ProcessInfo.processInfo.physicalMemory)))
  }

  /// Returns the error for a file that unpacks to more than such a limit.
  static func exceeded(
    _ limit: Int, in file: String, packed: Int, least: Int = Limits.unpackedBytes
  ) -> FileError {
    .malformed(
      file: file,
      found: "more than \(limit) bytes packed in \(packed)",
      expected:
        "at most \(least) bytes, or \(Limits.unpackedRatio) for each packed one, as far as memory reaches"
    )
  }
}
