import ColumnStore
import Foundation
import TabularFiles

extension JournalEntry {
  /// Reads a line and holds it against the checksums it was written with.
  ///
  /// - Edge cases: nil where the line is not as a fetch has written it.
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
      // An answer without its body is the one before, or has none to keep.
      guard sha256 == nil || isUnchanged else { return nil }
      return
    }
    guard let sha256, !isUnchanged, Checksum.hex(of: body) == sha256 else { return nil }
    // The checksum is the body's alone.
    guard error == nil, status != nil, Feeds.of(api).isAnswer(self) else { return nil }
  }

  // MARK: - Implementation

  /// The bytes of a line's last member, the body; nil where it has none.
  ///
  /// No text before it holds the mark: in a text the quotes would be escaped.
  private static func body(of line: Data) -> Data? {
    guard let mark = line.range(of: Data(",\"body\":".utf8)) else { return nil }
    return line[mark.upperBound...].dropLast(2)
  }
}
