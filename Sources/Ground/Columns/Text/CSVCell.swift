/// Cells of CSV by RFC 4180.
@usableFromInline package enum CSVCell {
  /// Appends a text, in quotes if it needs them.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - delimiter: The mark between cells.
  ///   - bytes: The line.
  @inlinable package static func append(
    _ text: String, delimiter: UInt8 = UInt8(ascii: ","), to bytes: inout [UInt8]
  ) {
    // Byte by byte, because a combining mark after a quote forms one character with it.
    let needsQuotes = text.utf8.contains {
      $0 == 0x22 || $0 == delimiter || $0 == 0x0A || $0 == 0x0D
    }
    guard needsQuotes else { return bytes.append(contentsOf: text.utf8) }
    bytes.append(0x22)
    for byte in text.utf8 {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }

  /// Joins texts with commas, without a line end.
  package static func line(_ texts: [String]) -> String {
    var bytes: [UInt8] = []
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(text, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
