/// One to nine ASCII digits inside a text, and their end.
struct WholeNumber {
  let value: Int64
  let end: Int

  init?(_ bytes: Span<UInt8>, from start: Int) {
    var value: Int64 = 0
    var index = start
    while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit <= 9 {
      value = value * 10 + Int64(digit)
      index += 1
      guard index - start <= 9 else { return nil }
    }
    guard index > start else { return nil }
    self.value = value
    end = index
  }
}

extension WholeNumber {
  /// Reads a whole text of digits; drops zeros after a point, as spreadsheets write `12.0`.
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The number, or nil for any other text.
  static func value(of bytes: Span<UInt8>) -> Int64? {
    guard let number = WholeNumber(bytes, from: 0) else { return nil }
    if number.end == bytes.count { return number.value }
    guard bytes[number.end] == UInt8(ascii: "."), number.end + 1 < bytes.count,
      (number.end + 1..<bytes.count).allSatisfy({ bytes[$0] == UInt8(ascii: "0") })
    else { return nil }
    return number.value
  }
}
