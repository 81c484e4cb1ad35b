import Columns
import Foundation

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

/// A moment that a spreadsheet keeps as a number of days.
enum CellMoment {
  /// Writes a number of days as its format shows it, in the forms of ISO 8601.
  ///
  /// ```
  /// 45413 → 2024-05-01    45413.604166… → 2024-05-01T14:30:00    0.604166… → 14:30:00
  /// ```
  ///
  /// - Edge cases: a day whose format has no time keeps a time that is not midnight. Minutes and
  ///   seconds without hours are `1:23.4`. The 29 February 1900, which spreadsheets count, is
  ///   written as they show it.
  ///
  /// - Parameters:
  ///   - days: Days since the end of 1899, or of 1 January 1904.
  ///   - format: The parts that the cell shows.
  ///   - isOf1904: Whether days are counted from 1904.
  /// - Returns: The text; nil for a number that is no moment.
  static func text(_ days: Double, _ format: MomentFormat, isOf1904: Bool) -> String? {
    // The last day is 31 December 9999.
    guard days >= 0, days < (isOf1904 ? 2_957_004 : 2_958_466) else { return nil }
    let perDay = 86_400_000.0
    let total = (days * perDay).rounded()
    let whole = Int(total / perDay)
    let milliseconds = Int(total) - whole * 86_400_000
    guard format.hasDate else { return time(Int(total), format) }
    let date = day(whole, isOf1904: isOf1904)
    guard format.hasTime || milliseconds != 0 else { return date }
    return date + "T" + clock(milliseconds)
  }

  // MARK: - Implementation

  private static func day(_ days: Int, isOf1904: Bool) -> String {
    if !isOf1904, days == 60 { return "1900-02-29" }
    // Numbers below 60 are a day behind the later ones.
    let first = isOf1904 ? 24_107 : days < 60 ? 25_568 : 25_569
    return Day(Int32(days - first)).iso
  }

  private static func time(_ milliseconds: Int, _ format: MomentFormat) -> String {
    guard !format.hasHours, milliseconds < 3_600_000 else {
      return clock(milliseconds)
    }
    let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    return "\(minutes):" + seconds(rest)
  }

  private static func clock(_ milliseconds: Int) -> String {
    let (hours, rest) = milliseconds.quotientAndRemainder(dividingBy: 3_600_000)
    let (minutes, ofMinute) = rest.quotientAndRemainder(dividingBy: 60_000)
    return padded(hours, 2) + ":" + padded(minutes, 2) + ":" + seconds(ofMinute)
  }

  /// Writes seconds with two digits, and thousandths without zeros at their end.
  private static func seconds(_ milliseconds: Int) -> String {
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    guard rest > 0 else { return padded(whole, 2) }
    var digits = padded(rest, 3)
    while digits.hasSuffix("0") { digits.removeLast() }
    return padded(whole, 2) + "." + digits
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
