import CArrow
import Columns
import Foundation

/// Checks of a whole text for faults with which a reader of records would silently join or split
/// cells.
extension CSVText {
  /// Rejects a text with a NUL byte among its first letters.
  static func checkHasNoZero(_ text: Buffer<UInt8>, _ file: String) throws(FileError) {
    let start = text.pointer.prefix(65_536)
    guard let place = start.firstIndex(of: 0) else { return }
    let line = start[..<place].count { $0 == UInt8(ascii: "\n") } + 1
    // In two-byte letters many bytes are zero, wherever the text begins.
    let isWide = start.count { $0 == 0 } * 3 >= start.count
    throw .malformed(
      file: "\(file):\(line)", found: "a NUL byte" + (isWide ? ", as UTF-16 text has" : ""),
      expected: "UTF-8 text")
  }

  /// Rejects an overlong line among the first ones, so that no search for its end runs on.
  func checkLengths(
    ofLines lineCount: Int = .max, upTo longest: Int = Limits.lineBytes
  ) throws(FileError) {
    let text = bytes.pointer
    guard let base = text.baseAddress else { return }
    var start = 0
    var line = firstLine
    while start < text.count, line - firstLine < lineCount {
      let length = min(text.count - start, longest + 1)
      // Safety: the search ends within the text.
      guard let end = memchr(base + start, 0x0A, length) else {
        // Old files end lines by a carriage return alone.
        guard length > longest, memchr(base + start, 0x0D, length) == nil else { return }
        throw .malformed(
          file: "\(file):\(line)", found: "a line of more than \(longest) bytes",
          expected: "shorter ones")
      }
      start = UnsafeRawPointer(end) - UnsafeRawPointer(base) + 1
      line += 1
    }
  }

  /// The maximum number of line breaks in one cell, even for a long comment.
  package static let lineLimit = Limits.cellLines

  /// Rejects overlong cells: two stray quotes far apart turn all text between them into one cell.
  func checkLines(_ recordCount: Int) throws(FileError) {
    guard count(of: UInt8(ascii: "\n")) - recordCount > Self.lineLimit else { return }
    for record in CSVRecords(self) where isLong(record) {
      throw .malformed(
        file: file,
        found: "a quoted cell in the record of line \(record.line) that runs over more than "
          + "\(Self.lineLimit) lines",
        expected: "quotes in pairs")
    }
  }

  /// Whether a cell of the record has too many lines.
  private func isLong(_ record: CSVRecord) -> Bool {
    func breaks(_ bytes: some Sequence<UInt8>) -> Int { bytes.count { $0 == UInt8(ascii: "\n") } }
    return breaks(bytes.pointer[record.bytes]) > Self.lineLimit
      && CSVRecords(self).fields(record).contains { breaks($0.utf8) > Self.lineLimit }
  }

  /// The records of a short text, to be read one by one.
  ///
  /// - Throws: ``FileError`` for an unclosed quote, and for text after a closing one.
  public func records() throws(FileError) -> CSVRecords {
    try checkQuotes()
    return CSVRecords(bytes)
  }

  /// Rejects an unclosed quote, which would swallow the rest of the file into one field, and text
  /// after a closing one, which would be joined with the cell.
  ///
  /// Blanks may follow; a quote within an unquoted cell is a letter.
  ///
  /// - Parameter end: The end of the records to check; nil for all.
  /// - Throws: ``FileError``.
  func checkQuotes(upTo end: Int? = nil) throws(FileError) {
    let text = UnsafeBufferPointer(rebasing: bytes.pointer[..<(end ?? bytes.count)])
    guard let base = text.baseAddress else { return }
    let ends = [delimiter, 0x0A, 0x0D]
    func nextQuote(_ place: Int) -> Int? {
      // Safety: the search begins and ends within the text.
      memchr(base + place, 0x22, text.count - place).map {
        UnsafeRawPointer($0) - UnsafeRawPointer(base)
      }
    }
    var place = 0
    while let start = nextQuote(place) {
      place = start + 1
      guard start == 0 || ends.contains(text[start - 1]) else { continue }
      while true {
        guard let end = nextQuote(place) else {
          throw .malformed(
            file: "\(file):\(line(of: start))", found: "an unclosed quote",
            expected: "quotes in pairs")
        }
        place = end + 1
        guard place < text.count, text[place] == 0x22 else { break }
        place += 1
      }
      let rest = text[place...].first { $0 != 0x20 && ($0 != 0x09 || delimiter == 0x09) }
      guard rest.map(ends.contains) ?? true else {
        throw .malformed(
          file: "\(file):\(line(of: place))", found: "text after a closing quote",
          expected: "the mark between cells there, and a quote inside a cell written twice")
      }
    }
  }

  /// Returns the line number of a byte.
  private func line(of place: Int) -> Int {
    var line = firstLine
    let text = bytes.pointer
    for index in 0..<place where text[index] == 0x0A || text[index] == 0x0D {
      // A carriage return and a line feed are one end of a line.
      if text[index] == 0x0A || index + 1 == text.count || text[index + 1] != 0x0A { line += 1 }
    }
    return line
  }

  /// Counts a byte in the whole text.
  private func count(of byte: UInt8) -> Int {
    let text = bytes.pointer
    guard let base = text.baseAddress else { return 0 }
    // Safety: the wall reads `text.count` bytes.
    return Int(rb_count_byte(base, Int64(text.count), byte))
  }
}
