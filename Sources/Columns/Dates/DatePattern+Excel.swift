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
