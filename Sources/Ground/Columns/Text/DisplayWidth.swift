/// The width of a text on a terminal, in cells: wide East Asian characters and emoji take two.
public enum DisplayWidth {
  /// Counts a text's cells.
  ///
  /// - Parameter text: A text of one line.
  /// - Returns: The sum of its characters' cells.
  public static func of(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + of($1) }
  }

  /// Counts a Unicode scalar's cells.
  ///
  /// - Parameter scalar: A Unicode scalar.
  /// - Returns: 0 for combining marks, 2 for wide characters, otherwise 1.
  public static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  /// The blocks of wide and full-width characters (Unicode Standard Annex 11) and of emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD,
  ]

  /// Pads a text with trailing spaces to a width.
  ///
  /// - Parameters:
  ///   - text: A text of one line.
  ///   - width: The cells to fill; a wider text stays unchanged.
  /// - Returns: The text at the left of the cells.
  public static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - of(text)))
  }

  /// Pads a text with leading spaces to a width.
  ///
  /// - Parameters:
  ///   - text: A text of one line.
  ///   - width: The cells to fill; a wider text stays unchanged.
  /// - Returns: The text at the right of the cells.
  public static func paddedLeft(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - of(text))) + text
  }

  /// Replaces a scalar that could move the cursor or send a command to the terminal.
  ///
  /// - Parameter scalar: A Unicode scalar.
  /// - Returns: A space for white space, U+FFFD for unprintable characters, otherwise the scalar
  ///   itself.
  public static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.properties.isWhitespace { return " " }
    // Joiners of letters and emoji are no commands.
    if scalar == "\u{200C}" || scalar == "\u{200D}" { return scalar }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .privateUse: return "\u{FFFD}"
    default: return scalar
    }
  }

  /// Replaces characters that could command a terminal, or reverse letters, by JSON escapes.
  ///
  /// - Parameter text: Lines of text, or JSON, which stays the same JSON.
  /// - Returns: The text, its line feeds and tabs unchanged.
  public static func escaped(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x09 }
    if isPlain { return text }
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isCommand(scalar) {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: true)
          out += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars
        }
      } else {
        out.append(scalar)
      }
    }
    return String(out)
  }

  /// Whether a scalar is invisible but acts on others; line feeds and tabs are excluded.
  public static func isCommand(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" || scalar == "\t" || scalar == "\u{200C}" || scalar == "\u{200D}" {
      return false
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  /// Puts a text on one line, without terminal commands.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - limit: The maximum width; a wider text is cut and ends in `…`.
  /// - Returns: The text, each scalar printable.
  public static func printable(_ text: String, limit: Int = .max) -> String {
    var (kept, width, fittingCount) = (String.UnicodeScalarView(), 0, 0)
    for (index, scalar) in text.unicodeScalars.lazy.map(printable).enumerated() {
      kept.append(scalar)
      width += of(scalar)
      // The `…` takes a cell, too.
      if width < limit { fittingCount = index + 1 }
      if width > limit { return String(kept.prefix(fittingCount)) + "…" }
    }
    return String(kept)
  }
}
