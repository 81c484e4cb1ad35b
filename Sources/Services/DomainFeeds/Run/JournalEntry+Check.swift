import ColumnStore
import Foundation
import TabularFiles

extension JournalEntry {
  /// Reads a line and verifies its checksums.
  ///
  /// - Edge cases: nil if the line is not as a fetch wrote it.
  ///
  /// - Parameter line: The line with its line end.
  init?(checked line: Data) {
    guard line.last == 10, LineCheck.holds(line),
      let read = try? Self.entries(of: SourceFile(json: Array(line), name: "line")),
      read.count == 1
    else { return nil }
    self = read[0]
    let body = Self.body(of: line)
    guard let body else {
      // An answer without its body is an unchanged one, or has no body to keep.
      guard sha256 == nil || isUnchanged else { return nil }
      return
    }
    guard let sha256, !isUnchanged, Checksum.hex(of: body) == sha256 else { return nil }
    // The checksum covers only the body.
    guard error == nil, status != nil, Feeds.of(api).isAnswer(self) else { return nil }
  }

  // MARK: - Implementation

  /// Returns the bytes of a line's last member, the body; nil if it has none.
  ///
  /// No text before it can contain the mark: quotes inside a text are escaped.
  private static func body(of line: Data) -> Data? {
    guard let mark = line.range(of: Data(",\"body\":".utf8)) else { return nil }
    return line[mark.upperBound...].dropLast(2)
  }
}
