import Columns

/// A column of text, filled row by row; a row without text is null.
struct TextFill {
  private let bytes: ColumnMemory<UInt8>
  private let offsets: ColumnMemory<Int32>
  private var byteCount = 0
  private var rowCount = 0
  private var nulls: [Int] = []

  /// Allocates memory for at most this many rows and bytes.
  init(rows: Int, bytes: Int) {
    precondition(bytes <= Int32.max, "a column's text is below 2 GB")
    self.bytes = ColumnMemory(count: bytes)
    offsets = ColumnMemory(count: rows + 1)
    offsets.start[0] = 0
  }

  @inline(__always)
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    if let source = text.baseAddress {
      // Safety: the creator of the column counted the bytes.
      (bytes.start + byteCount).update(from: source, count: text.count)
    }
    endRow(text.count)
  }

  /// Adds up to eight characters; the lowest byte is the last character.
  @inline(__always)
  mutating func append(lowBytes: UInt64, count: Int) {
    for index in 0..<count {
      // Safety: as above.
      bytes.start[byteCount + index] =
        UInt8(truncatingIfNeeded: lowBytes >> UInt64(8 * (count - 1 - index)))
    }
    endRow(count)
  }

  /// Adds a day as `YYYY-MM-DD`.
  @inline(__always)
  mutating func append(_ day: Day) {
    // Safety: as above.
    day.writeISO(to: bytes.start + byteCount)
    endRow(Day.isoLength)
  }

  mutating func appendNull() {
    nulls.append(rowCount)
    endRow(0)
  }

  /// The finished column; all rows must have been added.
  var column: Column {
    precondition(offsets.count == rowCount + 1, "as many rows as were announced")
    let text = TextBuffer(offsets: offsets.buffer, bytes: bytes.buffer.slice(0..<byteCount))
    var isThere = [Bool](repeating: true, count: nulls.isEmpty ? 0 : rowCount)
    for row in nulls { isThere[row] = false }
    return Column(.text, .text(text), nulls.isEmpty ? .allValid : Validity(isThere))
  }

  @inline(__always)
  private mutating func endRow(_ length: Int) {
    byteCount &+= length
    rowCount &+= 1
    offsets.start[rowCount] = Int32(truncatingIfNeeded: byteCount)
  }
}

extension TextFill {
  /// Makes a column of texts, each repeated for a number of rows.
  static func column(_ texts: [(text: String, rows: Int)]) -> Column {
    var fill = TextFill(
      rows: texts.reduce(0) { $0 + $1.rows },
      bytes: texts.reduce(0) { $0 + $1.text.utf8.count * $1.rows })
    for (text, rows) in texts {
      var text = text
      text.withUTF8 { text in
        for _ in 0..<rows { fill.append(text) }
      }
    }
    return fill.column
  }
}
