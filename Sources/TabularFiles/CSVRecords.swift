import Columns

/// One record of a CSV text: its position and its number of fields.
public struct CSVRecord: Equatable, Sendable {
  /// The record's bytes, without its line end.
  public let bytes: Range<Int>
  /// The line on which it starts; the header is line 1.
  public let line: Int
  /// The number of its fields.
  public let fieldCount: Int
}

/// Walks over a CSV text's records to find their positions.
///
/// Arrow parses the values; this only finds the lines and raw text of rejected records, so it runs
/// only if there are some. It must split records and fields exactly as Arrow's reader does: a quote
/// opens only at a field's start, a lone carriage return ends a line, and empty lines are not
/// records.
public struct CSVRecords: Sequence, IteratorProtocol {
  private let bytes: Buffer<UInt8>
  private var offset = 0
  private var line = 1
  /// Whether the text ended inside the quotes of the last record.
  private(set) var endsInQuotes = false

  /// Starts at the header line.
  public init(_ bytes: Buffer<UInt8>) { self.bytes = bytes }

  /// Returns the next record, or nil at the end of the text.
  public mutating func next() -> CSVRecord? {
    let text = bytes.pointer
    while offset < text.count, Self.endsLine(text[offset]) { takeLineEnd(text) }
    guard offset < text.count else { return nil }
    let start = offset
    let startLine = line
    var fields = 1
    var quotes = QuoteState()
    while offset < text.count {
      let byte = text[offset]
      let isPlain = !quotes.isOpen
      if isPlain && Self.endsLine(byte) { break }
      if isPlain && byte == UInt8(ascii: ",") { fields += 1 }
      if byte == UInt8(ascii: "\n") { line += 1 }
      quotes.take(byte)
      offset += 1
    }
    let end = offset
    endsInQuotes = quotes.isOpen
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
    var quotes = QuoteState()
    for byte in bytes.pointer[record.bytes] {
      if !quotes.isOpen && byte == UInt8(ascii: ",") {
        fields.append([])
        quotes.take(byte)
      } else if quotes.take(byte) {
        fields[fields.count - 1].append(byte)
      }
    }
    return fields.map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: - Implementation

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Skips `\n`, `\r` or `\r\n`.
  private mutating func takeLineEnd(_ text: UnsafeBufferPointer<UInt8>) {
    // Safety: the caller has found a line end at `offset`; the byte behind it is checked.
    if text[offset] == UInt8(ascii: "\r"), offset + 1 < text.count,
      text[offset + 1] == UInt8(ascii: "\n")
    {
      offset += 1
    }
    offset += 1
    line += 1
  }
}

/// The quoting state before the next byte.
private struct QuoteState {
  private enum Place {
    case fieldStart
    case plain
    case quoted
    /// After a quote that either closes the field or begins a doubled quote.
    case afterQuote
  }

  private var place = Place.fieldStart

  /// Whether commas and line ends count as text.
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
      place = byte == UInt8(ascii: ",") ? .fieldStart : .plain
      return true
    }
  }
}
