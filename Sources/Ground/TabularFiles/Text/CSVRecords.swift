import Columns

/// One record of a CSV text: its position and its number of fields.
public struct CSVRecord: Equatable, Sendable {
  /// The record's bytes, without its line end.
  public let bytes: Range<Int>
  /// The line on which it starts; the header is line 1 of a file that has one.
  public let line: Int
  /// The number of its fields.
  public let fieldCount: Int
}

/// Walks over a CSV text's records to find their positions.
///
/// Arrow parses the values of large texts, and ``CSVBlocks`` takes them in place where there are no
/// quotes; neither knows a row's line. So this finds the lines and raw text of rejected records and
/// reads the small files whose mistakes name lines. It must split records and fields exactly as
/// Arrow's reader does: a quote opens only at a field's start, a lone carriage return ends a line,
/// and empty lines are not records. Header lines after a byte order mark within a text are not
/// records either. `CSVText` refuses stray quotes for both.
public struct CSVRecords: Sequence, IteratorProtocol {
  private let bytes: Buffer<UInt8>
  private let delimiter: UInt8
  /// The header line, which may be repeated after a byte order mark.
  private let header: Range<Int>?
  private var offset = 0
  private var line: Int

  /// Starts at the header line of a text with commas between its cells.
  public init(_ bytes: Buffer<UInt8>) { self.init(bytes, delimiter: UInt8(ascii: ",")) }

  /// Starts at the header line.
  public init(_ text: CSVText) {
    bytes = text.bytes
    delimiter = text.delimiter
    header = text.header
    line = text.firstLine
  }

  init(_ bytes: Buffer<UInt8>, delimiter: UInt8) {
    self.bytes = bytes
    self.delimiter = delimiter
    header = nil
    line = 1
  }

  /// Returns the next record, or nil at the end of the text.
  public mutating func next() -> CSVRecord? {
    let text = bytes.pointer
    while offset < text.count {
      if Self.endsLine(text[offset]) {
        takeLineEnd(text)
      } else if !skipMark(text) {
        break
      }
    }
    guard offset < text.count else { return nil }
    let start = offset
    let startLine = line
    var fields = 1
    var quotes = QuoteState(delimiter: delimiter)
    while offset < text.count {
      let byte = text[offset]
      let isPlain = !quotes.isOpen
      if isPlain && Self.endsLine(byte) { break }
      if isPlain && byte == delimiter { fields += 1 }
      if byte == UInt8(ascii: "\n") { line += 1 }
      quotes.take(byte)
      offset += 1
    }
    let end = offset
    if offset < text.count { takeLineEnd(text) }
    return CSVRecord(bytes: start..<end, line: startLine, fieldCount: fields)
  }

  /// Returns the raw text of a record.
  public func text(_ record: CSVRecord) -> String {
    String(decoding: bytes.pointer[record.bytes], as: UTF8.self)
  }

  /// Returns a record's fields without their quotes.
  public func fields(_ record: CSVRecord) -> [String] {
    var fields: [[UInt8]] = [[]]
    var quotes = QuoteState(delimiter: delimiter)
    for byte in bytes.pointer[record.bytes] {
      if !quotes.isOpen && byte == delimiter {
        fields.append([])
        quotes.take(byte)
      } else if quotes.take(byte) {
        fields[fields.count - 1].append(byte)
      }
    }
    return fields.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a line of a text is a header line.
  static func isLine(
    _ header: Slice<UnsafeBufferPointer<UInt8>>, at start: Int, of text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    // Safety: each read follows a check of the count.
    let end = start + header.count
    guard !header.isEmpty, end <= text.count, text[start..<end].elementsEqual(header) else {
      return false
    }
    return end == text.count || endsLine(text[end])
  }

  // MARK: - Implementation

  /// Skips a byte order mark that begins a line within the text, and a header line after it.
  private mutating func skipMark(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Safety: each read follows a check of the count.
    guard let header, offset > 0, text[offset] == CSVText.mark[0],
      text[offset...].starts(with: CSVText.mark)
    else { return false }
    offset += CSVText.mark.count
    if Self.isLine(text[header], at: offset, of: text) { offset += header.count }
    return true
  }

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Skips `\n`, `\r` or `\r\n`.
  private mutating func takeLineEnd(_ text: UnsafeBufferPointer<UInt8>) {
    // Safety: the caller has found a line end at `offset`; the byte after it is checked.
    if text[offset] == UInt8(ascii: "\r"), offset + 1 < text.count,
      text[offset + 1] == UInt8(ascii: "\n")
    {
      offset += 1
    }
    offset += 1
    line += 1
  }
}

/// The quoting state before the next byte of a record.
struct QuoteState {
  private enum Place {
    case fieldStart
    case plain
    case quoted
    /// After a quote that either closes the field or begins a doubled quote.
    case afterQuote
  }

  private var place = Place.fieldStart
  private let delimiter: UInt8

  init(delimiter: UInt8) { self.delimiter = delimiter }

  /// Whether delimiters and line ends count as text.
  var isOpen: Bool { place == .quoted }

  /// Advances by one byte; returns whether it belongs to the field's text.
  @discardableResult
  mutating func take(_ byte: UInt8) -> Bool {
    let isQuote = byte == UInt8(ascii: "\"")
    switch place {
    case .quoted:
      if isQuote { place = .afterQuote }
      return !isQuote
    case .afterQuote where isQuote:
      place = .quoted
      return true
    case .fieldStart where isQuote:
      place = .quoted
      return false
    default:
      place = byte == delimiter ? .fieldStart : .plain
      return true
    }
  }
}
