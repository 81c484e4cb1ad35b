import Columns

/// Points in time as microseconds since 1970-01-01 00:00 UTC.
enum Instant {
  /// Reads `YYYY-MM-DD` `T` or blank `HH:MM[:SS[.ffffff]]` and `Z`, `±HH:MM` or nothing (UTC).
  ///
  /// Both letters may be lowercase (RFC 3339, section 5.6).
  static func micros(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard text.count >= 16,
      text[10] | 0x20 == UInt8(ascii: "t") || text[10] == UInt8(ascii: " "),
      let day = Day(iso: UnsafeBufferPointer(rebasing: text[..<10]))
    else { return nil }
    var rest = text[11...]
    guard let hour = number(&rest, upTo: 23), take(":", &rest),
      let minute = number(&rest, upTo: 59)
    else { return nil }
    var micros = Int64(hour * 60 + minute) * 60_000_000
    if take(":", &rest) {
      guard let second = number(&rest, upTo: 59) else { return nil }
      micros += Int64(second) * 1_000_000
      if take(".", &rest) { micros += fraction(&rest) }
    }
    guard let offset = zone(&rest), rest.isEmpty else { return nil }
    return Int64(day.number) * 86_400_000_000 + micros - Int64(offset) * 60_000_000
  }

  // Safety: a slice of bytes that the caller lends for the one call; its bounds are checked.
  private typealias Rest = Slice<UnsafeBufferPointer<UInt8>>

  private static func number(_ rest: inout Rest, upTo limit: Int) -> Int? {
    guard rest.count >= 2 else { return nil }
    let tens = Int(rest[rest.startIndex]) - 48
    let ones = Int(rest[rest.startIndex + 1]) - 48
    guard (0...9).contains(tens), (0...9).contains(ones) else { return nil }
    rest = rest.dropFirst(2)
    let value = tens * 10 + ones
    return value <= limit ? value : nil
  }

  private static func take(_ mark: Unicode.Scalar, _ rest: inout Rest) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func fraction(_ rest: inout Rest) -> Int64 {
    var micros: Int64 = 0
    var unit: Int64 = 100_000
    while let digit = rest.first, digit >= 48, digit <= 57 {
      micros += Int64(digit - 48) * unit
      unit /= 10
      rest = rest.dropFirst()
    }
    return micros
  }

  /// Minutes east of UTC.
  private static func zone(_ rest: inout Rest) -> Int? {
    if rest.isEmpty || take("Z", &rest) || take("z", &rest) { return 0 }
    let isEast = take("+", &rest)
    guard isEast || take("-", &rest), let hours = number(&rest, upTo: 14) else { return nil }
    _ = take(":", &rest)
    guard let minutes = number(&rest, upTo: 59) else { return nil }
    return (isEast ? 1 : -1) * (hours * 60 + minutes)
  }
}
