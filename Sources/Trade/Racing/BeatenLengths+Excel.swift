import Columns

extension BeatenLengths {
  /// The number of a margin that a spreadsheet takes for the month.
  public enum DateOrder: Sendable {
    case monthFirst
    case dayFirst
  }

  /// Reads a margin that a spreadsheet took for a date: `2-3/4` became 2004-02-03, kept as 38020.
  ///
  /// ```
  /// month-day/year  →  month + day / (year − 2000)
  /// month/day       →  month / day, in the year in which the file was made
  /// ```
  ///
  /// Month and day are exchanged if the spreadsheet puts the day first. The date is written as a
  /// serial number, `2-Jan`, `2-Jan-24`, `2024-01-02` (with midnight after it or not), or in the
  /// order given: `1/2/2024`, and with the day first also `2.1.2024`.
  ///
  /// - Edge cases: a margin above one length gives only days of 2002 and 2004 whose numerator is
  ///   odd and below the denominator, such as 2002-01-01 for `1-1/2`. A margin below one, `1/2`,
  ///   `1/4` or `3/4`, gives only 2 January, 4 January and 4 March, or 1 February, 1 April and 3
  ///   April, in either order, but in 2002 and 2004 in the order given. Zeros after a point are
  ///   accepted.
  ///
  /// - Parameters:
  ///   - bytes: The UTF-8 text of the date.
  ///   - order: The spreadsheet's order of month and day.
  /// - Returns: The lengths, or nil for any other text.
  public static func excelDate(
    _ bytes: Span<UInt8>, _ order: DateOrder = .monthFirst
  ) -> Reading? {
    guard let date = day(bytes, order) else { return nil }
    let (year, month, day) = date.civil
    let (whole, numerator) = order == .monthFirst ? (month, day) : (day, month)
    let isYearOfMargin = year == 2002 || year == 2004
    if (2000...2100).contains(year),
      quarters.contains([whole, numerator])
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

  /// Reads a margin that a spreadsheet took for a date.
  ///
  /// - Parameters:
  ///   - text: The text of the date.
  ///   - order: The spreadsheet's order of month and day.
  /// - Returns: The lengths, or nil for any other text.
  public static func excelDate(_ text: String, _ order: DateOrder = .monthFirst) -> Reading? {
    excelDate(text.utf8.span, order)
  }

  // MARK: - Implementation

  /// The two numbers of the fractions below one length.
  private static let quarters = [[1, 2], [1, 4], [3, 4]]

  private static let written = patterns(["YYYY-MM-DD[' 00:00:00']", "D-MMM-YYYY", "D-MMM-YY"])
  private static let monthFirst = written + patterns(["M/D/YYYY", "M/D/YY"])
  private static let dayFirst =
    written + patterns(["D/M/YYYY", "D/M/YY", "D.M.YYYY", "D.M.YY"])

  private static func patterns(_ texts: [String]) -> [DatePattern] {
    texts.map { DatePattern($0)! }
  }

  /// Reads a date as a spreadsheet writes it.
  static func day(_ bytes: Span<UInt8>, _ order: DateOrder) -> Day? {
    if let serial = WholeNumber.value(of: bytes) { return DatePattern.excelSerial(Int(serial)) }
    guard (5...20).contains(bytes.count) else { return nil }
    let text = bytes.lowercased()
    let patterns = order == .monthFirst ? monthFirst : dayFirst
    // A day without a year gets 2000, which is no denominator.
    return [text, text + "-2000"].lazy.compactMap { text in
      patterns.lazy.compactMap { $0.read(text)?.day }.first
    }.first
  }
}
