/// A source's format of dates and times, such as `DD/MM/YYYY` or `YYYY-MM-DDTHH:mm[:ss]Z`.
///
/// | token | meaning |
/// |---|---|
/// | `YYYY` | four digits of a year |
/// | `YY` | two digits: 00–68 lie in the 2000s, 69–99 in the 1900s |
/// | `MMMM`, `MMM` | a month's name or abbreviation in a language of `MonthNames`, in either case |
/// | `MM`, `DD` | a month, a day of the month: two digits |
/// | `M`, `D` | the same in one or two digits |
/// | `HH`, `H` | an hour from 0 to 23 in two, or in one or two digits |
/// | `hh`, `h` | an hour from 1 to 12, together with `a` |
/// | `a` | `am` or `pm`, `a.m.` or `p.m.`, in either case |
/// | `mm`, `m`, `ss`, `s` | minutes and seconds from 0 to 59 |
/// | `S`, `SSS` … | a fraction of a second: any count of digits, those after the sixth dropped |
/// | `Z` | `Z` or `z`, `+HH:MM` or `+HHMM`, or the same with a minus sign |
///
/// Parts in `[` and `]` are optional. A space matches one or more spaces. Text in single quotes,
/// and every other character, matches itself; two single quotes match one.
public struct DatePattern: Sendable, Equatable {
  /// The content of a text: a date, a time of day, or both.
  public struct Reading: Sendable, Equatable {
    /// The date, if the text has one.
    public let day: Day?
    /// Microseconds since midnight by the text's own clock, if it has a time.
    public let microsOfDay: Int64?
    /// Seconds east of UTC, if the text has an offset.
    public let offsetSeconds: Int32?
    /// Whether the text determines the half of the day: by am or pm, by an hour that no 12-hour
    /// clock has, or by a zero before an hour that needs none.
    public var saysHalf = false
    /// Whether such an hour or zero determines it: the text's clock has 24 hours.
    public var isOf24Hours = false
  }

  /// The pattern as it was written.
  public let text: String

  /// The token sequences for every choice of optional parts, the longest first.
  private let alternatives: [[DateToken]]

  /// Parses a pattern; nil if it is invalid.
  ///
  /// A pattern needs a date (year, month and day), or an hour, or both. No part appears twice,
  /// minutes need hours, and 12-hour hours need `a`.
  ///
  /// - Edge cases: at most six optional parts, nested or side by side.
  ///
  /// - Parameter pattern: The pattern, written with the tokens of ``DatePattern``.
  public init?(_ pattern: String) {
    var parser = DatePatternParser(pattern)
    guard let alternatives = parser.alternatives(),
      alternatives.allSatisfy(DateToken.areSensible)
    else { return nil }
    text = pattern
    self.alternatives = alternatives
  }

  /// Reads a whole text; nil if it does not match, and for dates and times that do not exist.
  public func read(_ text: UnsafeBufferPointer<UInt8>) -> Reading? {
    // Safety: the scanner lives no longer than this call.
    for tokens in alternatives {
      var scanner = DateScanner(text)
      if let reading = scanner.read(tokens) { return reading }
    }
    return nil
  }

  /// Reads a whole text; nil if it does not match, and for dates and times that do not exist.
  public func read(_ text: String) -> Reading? {
    var text = text
    return text.withUTF8 { read($0) }
  }
}

extension DatePattern {
  /// Converts a spreadsheet's serial number of a date: 43,831 is 2020-01-01.
  ///
  /// Serials count from 1 = 1900-01-01, with a 29 February 1900 that did not exist; therefore only
  /// serials after it, from 61 on, are accepted.
  ///
  /// - Edge cases: nil beyond 2,958,465 (9999-12-31).
  public static func excelSerial(_ serial: Int) -> Day? {
    (61...2_958_465).contains(serial) ? Day(Int32(serial - 25_569)) : nil
  }

  /// Converts a serial number's text, such as `43831` or `43831.75`.
  ///
  /// A fraction is a time of day and is ignored.
  public static func excelSerial(_ text: UnsafeBufferPointer<UInt8>) -> Day? {
    // Safety: collection methods alone read the text, within its bounds.
    let point = text.firstIndex(of: UInt8(ascii: ".")) ?? text.count
    let isDigit: (UInt8) -> Bool = { $0 &- UInt8(ascii: "0") <= 9 }
    guard (2...7).contains(point), text[..<point].allSatisfy(isDigit),
      text[point...].dropFirst().allSatisfy(isDigit)
    else { return nil }
    return excelSerial(text[..<point].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
  }
}
