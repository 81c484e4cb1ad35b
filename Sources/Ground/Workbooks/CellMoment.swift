import Columns
import Foundation

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
