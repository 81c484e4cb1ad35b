import Columns
import Foundation

/// The limit of what a packed file may unpack to: a few thousand bytes can claim all memory.
enum UnpackLimit {
  /// Always allowed.
  static let least = 256 << 20
  /// Allowed for each packed byte: tables pack some ten to one, the most regular ones sixty to one.
  static let ratio = 200

  /// Returns the most bytes that a file may unpack to.
  ///
  /// - Parameter packed: The file's own length.
  /// - Returns: ``least`` or ``ratio`` times the length, but no more than the machine's memory.
  static func bytes(ofPacked packed: Int) -> Int {
    let byRatio = packed.multipliedReportingOverflow(by: ratio)
    let memory = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    return min(max(least, byRatio.overflow ? .max : byRatio.partialValue), max(least, memory))
  }

  /// Returns the error of a file that unpacks to more.
  static func exceeded(in file: String, packed: Int) -> FileError {
    .malformed(
      file: file,
      found: "more than \(bytes(ofPacked: packed)) bytes packed in \(packed)",
      expected: "at most \(least) bytes, or \(ratio) for each packed one, as far as memory reaches")
  }
}
