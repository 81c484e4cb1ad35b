/// The parts of a moment that a cell's format shows.
struct MomentFormat: Equatable {
  /// Whether it shows a year, a month or a day.
  var hasDate = false
  /// Whether it shows hours, minutes or seconds.
  var hasTime = false
  /// Whether it shows hours.
  var hasHours = false

  /// Reads a format code, such as `yyyy-mm-dd`; nil for the format of a plain number or text.
  init?(_ code: String) {
    let letters = Self.letters(code)
    hasHours = letters.contains("h")
    hasTime = hasHours || letters.contains("s")
    hasDate = letters.contains("y") || letters.contains("d") || letters.contains("m") && !hasTime
    guard hasDate || hasTime else { return nil }
  }

  /// The format of a number that the standard defines (18.8.30); nil for a plain number or text.
  init?(number: Int) {
    switch number {
    case 14...17, 27...31, 34...36, 50...54, 57, 58: hasDate = true
    case 18...21, 32, 33, 46, 55, 56: (hasTime, hasHours) = (true, true)
    case 22: (hasDate, hasTime, hasHours) = (true, true, true)
    case 45, 47: hasTime = true
    default: return nil
    }
  }

  /// Returns the letters of a code's first section that mean parts of a moment, in small
  /// letters: without texts in quotes, escaped letters and brackets, except `[h]`, `[m]`, `[s]`.
  private static func letters(_ code: String) -> Set<Character> {
    var letters: Set<Character> = []
    var rest = Substring(code.lowercased())
    while let letter = rest.popFirst(), letter != ";" {
      switch letter {
      case "\"":
        rest = rest.drop { $0 != "\"" }.dropFirst()
      case "\\", "_", "*":
        rest = rest.dropFirst()
      case "[":
        let inside = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(inside.count + 1)
        if let first = inside.first, "hms".contains(first), Set(inside).count == 1 {
          letters.insert(first)
        }
      case "g" where rest.hasPrefix("eneral"): return []
      case "y", "m", "d", "h", "s": letters.insert(letter)
      default: break
      }
    }
    return letters
  }
}
