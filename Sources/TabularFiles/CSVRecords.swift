import Columns

/// One record of a CSV text: where it stands and how many fields it has.
public struct CSVRecord: Equatable, Sendable {
  /// The record's bytes, without its line end.
  public let bytes: Range<Int>
  /// The line it starts on, the header being line 1.
  public let line: Int
  /// The number of its fields.
  public let fieldCount: Int
}

/// Walks over a CSV text's records to say where they stand.
///
/// Arrow parses the values; this only finds lines and raw text of records that are refused, so
/// it runs only when there are some. It must see the records that Arrow's reader sees: a quote
/// opens quotes at the start of a field only, LF, CR LF and CR end a line, and empty lines are no
/// records.
public struct CSVRecords: Sequence, IteratorProtocol {
  private let bytes: Buffer<UInt8>
  private var offset = 0
  private var line = 1

  /// Starts at the header line.
  public init(_ bytes: Buffer<UInt8>) { self.bytes = bytes }

  /// The next record, or nil at the end of the text.
  public mutating func next() -> CSVRecord? {
    let text = bytes.pointer
    while offset < text.count {
      let start = offset
      let startLine = line
      var state = CSVFieldState.start
      var fields = 1
      while offset < text.count {
        let byte = text[offset]
        let follower = offset + 1 < text.count ? text[offset + 1] : 0
        if Self.endsLine(byte, before: follower) { line += 1 }
        if state != .quoted && (byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")) { break }
        if state != .quoted && byte == UInt8(ascii: ",") { fields += 1 }
        state = state.after(byte)
        offset += 1
      }
      let end = offset
      offset += 1
      // The LF of a CR LF counts the line.
      if offset < text.count && text[end] == UInt8(ascii: "\r")
        && text[offset] == UInt8(ascii: "\n")
      {
        offset += 1
        line += 1
      }
      if end > start {
        return CSVRecord(bytes: start..<end, line: startLine, fieldCount: fields)
      }
    }
    return nil
  }

  /// The raw text of a record.
  public func text(_ record: CSVRecord) -> String {
    String(decoding: bytes.pointer[record.bytes], as: UTF8.self)
  }

  /// A record's fields, their quotes taken off.
  public func fields(_ record: CSVRecord) -> [String] {
    var fields: [[UInt8]] = [[]]
    var state = CSVFieldState.start
    for byte in bytes.pointer[record.bytes] {
      let before = state
      state = state.after(byte)
      if before != .quoted && byte == UInt8(ascii: ",") {
        fields.append([])
      } else if state != .quoteInQuotes && !(before == .start && state == .quoted) {
        fields[fields.count - 1].append(byte)
      }
    }
    return fields.map { String(decoding: $0, as: UTF8.self) }
  }

  /// A CR in front of an LF leaves the counting to it.
  private static func endsLine(_ byte: UInt8, before follower: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && follower != UInt8(ascii: "\n")
  }
}

/// Where in a field a reader stands.
private enum CSVFieldState {
  case start
  case plain
  case quoted
  /// Behind a quote inside quotes: it closes them, or is the first half of a doubled one.
  case quoteInQuotes

  func after(_ byte: UInt8) -> CSVFieldState {
    let isQuote = byte == UInt8(ascii: "\"")
    if self == .quoted { return isQuote ? .quoteInQuotes : .quoted }
    if byte == UInt8(ascii: ",") { return .start }
    return isQuote && self != .plain ? .quoted : .plain
  }
}
