/// Blanks of Unicode, and marks without width, which other programs leave around and in texts.
///
/// - Source: the Unicode Character Database, property `White_Space`; of its category `Cf` the soft
///   hyphen, the zero-width space and joiners, the marks of writing direction, and the byte order
///   mark.
package enum UnicodeBlank {
  /// Whether a scalar beyond ASCII is a blank, such as U+00A0 or U+3000.
  package static func isBlank(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Whether a scalar is a mark without width, such as U+200B or U+FEFF.
  package static func isMark(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xAD, 0x061C, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }

  /// Returns the number of bytes of a blank or mark at the start of a UTF-8 text; 0 for none.
  package static func count(atStartOf text: UnsafeBufferPointer<UInt8>) -> Int {
    guard text.count >= 2, text[0] >= 0xC2 else { return 0 }
    let count = text[0] < 0xE0 ? 2 : 3
    return text.count >= count && isThere(text, 0, count) ? count : 0
  }

  /// Returns the number of bytes of a blank or mark at the end of a UTF-8 text; 0 for none.
  package static func count(atEndOf text: UnsafeBufferPointer<UInt8>) -> Int {
    guard text.count >= 2, text[text.count - 1] >= 0x80 else { return 0 }
    if isThere(text, text.count - 2, 2) { return 2 }
    return text.count >= 3 && isThere(text, text.count - 3, 3) ? 3 : 0
  }

  // MARK: - Implementation

  /// Whether the bytes from a place on are the scalar of a blank or mark.
  private static func isThere(_ text: UnsafeBufferPointer<UInt8>, _ first: Int, _ count: Int)
    -> Bool
  {
    // Safety: the callers have checked that the text has the bytes.
    let lead = UInt32(text[first])
    // Most letters beyond ASCII begin with other bytes.
    guard count == 2 ? lead == 0xC2 || lead == 0xD8 : (0xE1...0xEF).contains(lead) else {
      return false
    }
    var scalar = count == 2 ? lead & 0x1F : lead & 0x0F
    for place in first + 1..<first + count {
      guard text[place] & 0xC0 == 0x80 else { return false }
      scalar = scalar << 6 | UInt32(text[place] & 0x3F)
    }
    return isBlank(scalar) || isMark(scalar)
  }
}
