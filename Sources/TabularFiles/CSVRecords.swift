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
/// it runs only when there are some. Empty lines are no records, as in Arrow's reader.
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
      var isQuoted = false
      var fields = 1
      while offset < text.count {
        let byte = text[offset]
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        if byte == UInt8(ascii: "\n") { line += 1 }
        if !isQuoted && byte == UInt8(ascii: ",") { fields += 1 }
        if !isQuoted && byte == UInt8(ascii: "\n") { break }
        offset += 1
      }
      var end = offset
      offset += 1
      if end > start && text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
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
    var isQuoted = false
    var wasQuote = false
    for byte in bytes.pointer[record.bytes] {
      if byte == UInt8(ascii: "\"") {
        // A doubled quote inside quotes is a quote.
        if !isQuoted && wasQuote { fields[fields.count - 1].append(byte) }
        isQuoted.toggle()
        wasQuote = true
        continue
      }
      wasQuote = false
      if !isQuoted && byte == UInt8(ascii: ",") {
        fields.append([])
      } else {
        fields[fields.count - 1].append(byte)
      }
    }
    return fields.map { String(decoding: $0, as: UTF8.self) }
  }
}
