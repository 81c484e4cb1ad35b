import Columns

/// A text of lines without marks between their cells, each cell as wide as in the line above.
struct FixedWidthText {
  /// The text, UTF-8.
  let bytes: Buffer<UInt8>
  /// The widths of the cells, in columns of the display.
  let widths: [Int]

  /// Writes the text with a mark between cells, line by line.
  ///
  /// A character counts two where East Asian encodings write it as two bytes, else one, so that the
  /// widths are the bytes of the layouts that describe such files. Blanks at either end of a cell
  /// are left out, and so is the rest of a line. A line that is too short has fewer cells.
  ///
  /// - Parameter delimiter: The mark, ASCII.
  /// - Returns: A CSV text without a header line.
  func cells(between delimiter: UInt8) -> Buffer<UInt8> {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + bytes.count / 4)
    var text = String(decoding: bytes.pointer, as: UTF8.self).unicodeScalars[...]
    if text.first == "\u{FEFF}" { text.removeFirst() }
    while !text.isEmpty {
      let end = text.firstIndex(of: "\n") ?? text.endIndex
      append(text[..<end], delimiter, to: &out)
      text = text[end...].dropFirst()
    }
    return Buffer(out)
  }

  // MARK: - Implementation

  private typealias Scalars = Substring.UnicodeScalarView

  private func append(_ line: Scalars, _ delimiter: UInt8, to out: inout [UInt8]) {
    var rest = line.last == "\r" ? line.dropLast() : line
    for (place, width) in widths.enumerated() where place == 0 || !rest.isEmpty {
      if place > 0 { out.append(delimiter) }
      var (end, open) = (rest.startIndex, width)
      while end < rest.endIndex, open > 0 {
        open -= Self.isWide(rest[end]) ? 2 : 1
        rest.formIndex(after: &end)
      }
      CSVCell.append(Self.trimmed(rest[..<end]), delimiter: delimiter, to: &out)
      rest = rest[end...]
    }
    out.append(0x0A)
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1100 && !(0xFF61...0xFF9F).contains(scalar.value)
  }

  private static func trimmed(_ cell: Scalars) -> String {
    var cell = cell.drop { $0.properties.isWhitespace }
    while cell.last?.properties.isWhitespace ?? false { cell.removeLast() }
    return String(String.UnicodeScalarView(cell))
  }
}
