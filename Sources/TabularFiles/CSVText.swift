import CArrow
import Columns
import Foundation

/// The text of a CSV file (RFC 4180, header line, UTF-8), in memory or mapped.
public struct CSVText: Sendable {
  /// The file's name in messages.
  public let file: String
  /// The text without a byte order mark.
  public let bytes: Buffer<UInt8>
  /// All of the file's bytes, if it is mapped.
  let mapped: Buffer<UInt8>?

  /// Wraps a text; drops a byte order mark.
  ///
  /// - Parameters:
  ///   - file: The name in messages.
  ///   - bytes: The text.
  /// - Throws: ``FileError`` if the text is empty or holds a NUL byte.
  public init(file: String, bytes: Buffer<UInt8>) throws(FileError) {
    try self.init(file: file, bytes: bytes, mapped: nil)
  }

  init(file: String, bytes: Buffer<UInt8>, mapped: Buffer<UInt8>?) throws(FileError) {
    self.mapped = mapped
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let hasMark = bytes.count >= 3 && bytes.pointer.prefix(3).elementsEqual(mark)
    self.file = file
    self.bytes = hasMark ? bytes.slice(3..<bytes.count) : bytes
    guard self.bytes.count > 0 else { throw .empty(file: file) }
    guard !self.bytes.pointer.prefix(65_536).contains(0) else {
      throw .malformed(file: file, found: "a NUL byte", expected: "UTF-8 text")
    }
  }

  /// Returns the names in the header line.
  ///
  /// - Returns: The names, in file order.
  /// - Throws: ``FileError`` if there is no header or a name appears twice.
  public func columnNames() throws(FileError) -> [String] {
    var records = CSVRecords(bytes)
    guard let header = records.next() else { throw .empty(file: file) }
    guard String(validating: bytes.pointer[header.bytes], as: UTF8.self) != nil else {
      throw .malformed(
        file: file, found: "a header line in another encoding",
        expected: "UTF-8 (such as iconv -f latin1 -t utf8 makes)")
    }
    let names = records.fields(header)
    if names.count == 1, let mark = [";", "\t", "|"].first(where: names[0].contains) {
      let shown = mark == "\t" ? "tabs" : mark
      throw .malformed(
        file: file, found: "a header line whose names stand between \(shown)",
        expected: "commas between them")
    }
    var seen: Set<String> = []
    if let twice = names.first(where: { !seen.insert($0).inserted }) {
      throw .malformed(
        file: file, found: "the column \(twice) twice", expected: "each column name once")
    }
    return names
  }

  /// Reads some columns as text.
  ///
  /// - Parameters:
  ///   - columns: Column names from the header.
  ///   - threads: The maximum number of threads.
  /// - Returns: The rows; records of another width than the header's are counted, not read.
  /// - Throws: ``FileError`` for malformed text.
  public func read(columns: [String], threads: Int) throws(FileError) -> SourceRows {
    // Arrow treats only blank lines after a header as a damaged file.
    guard CSVRecords(bytes).dropFirst().contains(where: { _ in true }) else {
      return SourceRows(tables: [], skippedCount: 0)
    }
    let text = bytes.pointer
    let isQuoted = memchr(text.baseAddress!, 0x22, text.count) != nil
    if isQuoted { try checkQuotesClose() }
    var skipped: Int64 = 0
    let rows: SourceRows
    do throws(WallError) {
      var stream = ArrowArrayStream()
      try withCStrings(columns) { names throws(WallError) in
        try wallCall {
          rb_csv_read(
            text.baseAddress!, Int64(text.count), CChar(UInt8(ascii: ",")), isQuoted ? 1 : 0,
            Int32(threads), names, Int64(columns.count), &stream, &skipped, $0)
        }
      }
      let tables = try ArrowStream(stream).rest()
      rows = SourceRows(tables: tables, skippedCount: Int(skipped))
    } catch {
      throw .malformed(file: file, found: error.message, expected: "a CSV file")
    }
    if isQuoted { try checkLines(rows.rowCount + rows.skippedCount) }
    return rows
  }

  // MARK: - Implementation

  /// The maximum number of lines in one cell, even for a long comment.
  private static let lineLimit = 100

  /// Rejects overlong cells: two stray quotes far apart turn all text between them into one cell.
  private func checkLines(_ recordCount: Int) throws(FileError) {
    let lineCount = bytes.pointer.count { $0 == UInt8(ascii: "\n") }
    guard lineCount - recordCount > Self.lineLimit else { return }
    for record in CSVRecords(bytes) where isLong(record) {
      throw .malformed(
        file: file,
        found: "a quoted cell in the record of line \(record.line) that runs over more than "
          + "\(Self.lineLimit) lines",
        expected: "quotes in pairs")
    }
  }

  /// Whether the record itself, without blank lines after it, has too many lines.
  private func isLong(_ record: CSVRecord) -> Bool {
    bytes.pointer[record.bytes].count { $0 == UInt8(ascii: "\n") } > Self.lineLimit
  }

  /// Rejects an unclosed quote, which would swallow the rest of the file into one field.
  private func checkQuotesClose() throws(FileError) {
    // Quotes come in pairs, so the exact walk is needed only for an odd number.
    guard bytes.pointer.count(where: { $0 == 0x22 }) % 2 == 1 else { return }
    var records = CSVRecords(bytes)
    var last: CSVRecord?
    while let record = records.next() { last = record }
    guard let last, records.endsInQuotes else { return }
    throw .malformed(
      file: file, found: "a quote that nothing closes, in the record of line \(last.line)",
      expected: "quotes in pairs")
  }
}
