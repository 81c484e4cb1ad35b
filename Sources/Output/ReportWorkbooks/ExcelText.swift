/// Text of a workbook's cells.
enum ExcelText {
  /// Writes characters that XML cannot hold as Excel does: `_x0007_` for U+0007.
  ///
  /// A text that looks like such a code gets another code in place of its first character, so that
  /// the original text is shown.
  ///
  /// - Parameter text: Any text.
  /// - Returns: Text without a character that XML 1.0 forbids, and without a carriage return.
  static func encoded(_ text: String) -> String {
    guard needsMarks(text) else { return text }
    let units = Array(text.utf16)
    var encoded: [UInt16] = []
    for (place, unit) in units.enumerated() {
      let isMark = unit == UInt16(ascii: "_") && isMark(units[place...].prefix(7))
      if isForbidden(unit) || isMark {
        let digits = String(unit, radix: 16, uppercase: true)
        encoded += "_x\(String(repeating: "0", count: 4 - digits.count))\(digits)_".utf16
      } else {
        encoded.append(unit)
      }
    }
    return String(decoding: encoded, as: UTF16.self)
  }

  /// Cuts a text that is too long for a cell, and ends it with `…`.
  static func cut(_ text: String) -> String {
    guard text.utf16.count > Limits.cellUnits else { return text }
    return String(decoding: text.utf16.prefix(Limits.cellUnits - 1), as: UTF16.self) + "…"
  }

  // MARK: - Implementation

  /// Whether some part may have to be encoded; most names have none.
  private static func needsMarks(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte < 0x20 && isForbidden(UInt16(byte)) { return true }
      // The first bytes of U+FFFE, and of a code.
      if byte == 0xBF && last == 0xEF { return true }
      if byte == UInt8(ascii: "x") && last == UInt8(ascii: "_") { return true }
      last = byte
    }
    return false
  }

  private static func isForbidden(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x09, 0x0A: false
    case 0..<0x20, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  private static func isMark(_ units: ArraySlice<UInt16>) -> Bool {
    guard units.count == 7, units.last == UInt16(ascii: "_"),
      units[units.startIndex + 1] == UInt16(ascii: "x")
    else { return false }
    return units.dropFirst(2).dropLast().allSatisfy {
      Unicode.Scalar($0)?.properties.isASCIIHexDigit == true
    }
  }
}

extension UInt16 {
  fileprivate init(ascii scalar: Unicode.Scalar) { self = UInt16(UInt8(ascii: scalar)) }
}
