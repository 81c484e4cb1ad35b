import Columns

extension Odds {
  /// Reads fractional odds that a spreadsheet took for a date: `5/2` became 5 February.
  ///
  /// ```
  /// day/month  →  1 + day / month
  /// ```
  ///
  /// Month and day are exchanged if the spreadsheet puts the month first. The date is written as
  /// `BeatenLengths.excelDate` reads it, but no serial number, which may be other odds.
  ///
  /// - Edge cases: the year does not count: it is that in which the file was made. A spreadsheet
  ///   that took `8/13` for August 2013 has lost it.
  ///
  /// - Parameters:
  ///   - bytes: The UTF-8 text of the date.
  ///   - order: The spreadsheet's order of month and day.
  /// - Returns: The odds, or nil for any other text.
  package static func excelDate(_ bytes: Span<UInt8>, _ order: BeatenLengths.DateOrder) -> Odds? {
    guard WholeNumber.value(of: bytes) == nil,
      let (_, month, day) = BeatenLengths.day(bytes, order)?.civil
    else { return nil }
    let (winnings, stake) = order == .monthFirst ? (month, day) : (day, month)
    return PrintedOdds(winnings: Int64(winnings), stake: Int64(stake))?.odds
  }
}
