extension String {
  /// The columns that a text takes on a terminal: two for wide characters.
  var displayWidth: Int {
    unicodeScalars.reduce(0) { width, scalar in
      switch scalar.value {
      case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: width
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
        width + 2
      default: width + 1
      }
    }
  }

  /// The text with blanks behind it up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }

  /// The text on one line, cut where it is long.
  var oneLine: String {
    let plain = unicodeScalars.map { scalar -> Character in
      scalar.properties.generalCategory == .control || scalar.value == 0x2028
        || scalar.value == 0x2029 || scalar.value == 0xFEFF ? " " : Character(scalar)
    }
    return plain.count <= 60 ? String(plain) : String(plain.prefix(57)) + "…"
  }
}
