import Columns

extension BeatenLengths {
  /// Reads a margin that a spreadsheet took for a date: `2-3/4` became 2004-02-03, kept as 38020.
  ///
  /// ```
  /// month-day/year  →  month + day / (year − 2000)
  /// month/day       →  month / day, in the year in which the file was made
  /// ```
  ///
  /// - Edge cases: only days of 2002 and 2004 whose day of the month is odd and below the
  ///   denominator came from a margin above one length, such as 2002-01-01 for `1-1/2`; and only
  ///   2 January, 4 January and 4 March came from one below: `1/2`, `1/4` and `3/4`; where the
  ///   spreadsheet puts the day first, 1 February, 1 April and 3 April, but in 2002 and 2004 those
  ///   are margins above one. Zeros behind a point are accepted.
  ///
  /// - Parameter bytes: The UTF-8 text of the date's serial number.
  /// - Returns: The lengths, or nil for any other text.
  public static func excelDate(_ bytes: Span<UInt8>) -> Reading? {
    guard let serial = WholeNumber.value(of: bytes),
      let date = DatePattern.excelSerial(Int(serial))
    else { return nil }
    let (year, whole, numerator) = date.civil
    let isYearOfMargin = year == 2002 || year == 2004
    if (2000...2100).contains(year),
      quarters.contains([whole, numerator])
        // A spreadsheet that puts the day first has the two the other way round.
        || !isYearOfMargin && quarters.contains([numerator, whole])
    {
      let (least, most) = (min(whole, numerator), max(whole, numerator))
      return .micros(Decimal6.one / Int64(most) * Int64(least))
    }
    let denominator = year - 2000
    guard denominator == 2 || denominator == 4, numerator % 2 == 1, numerator < denominator
    else { return nil }
    let fraction = Decimal6.one / Int64(denominator) * Int64(numerator)
    return .micros(Int64(whole) * Decimal6.one + fraction)
  }

  /// Month and day of the fractions below one length.
  private static let quarters = [[1, 2], [1, 4], [3, 4]]

  /// Reads a margin that a spreadsheet took for a date.
  ///
  /// - Parameter text: The text of the date's serial number.
  /// - Returns: The lengths, or nil for any other text.
  public static func excelDate(_ text: String) -> Reading? { excelDate(text.utf8.span) }
}
