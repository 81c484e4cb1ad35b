import Columns

/// Reads the parts of a date from the start of a text.
struct TimeScanner {
  private let text: [UInt8]
  private var index = 0

  init(_ text: String) { self.text = Array(text.utf8) }

  /// Whether the whole text is read.
  var isAtEnd: Bool { index == text.count }

  /// Skips a word if it comes next.
  mutating func skip(_ word: String) -> Bool {
    guard text[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  /// Reads a number of exactly `digits` digits.
  mutating func number(digits: Int) -> Int? {
    guard index + digits <= text.count else { return nil }
    var value = 0
    for byte in text[index..<(index + digits)] {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int(byte) - 48
    }
    index += digits
    return value
  }

  /// Reads `yyyy-MM-dd`.
  mutating func day() -> Day? {
    guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
      let day = number(digits: 2)
    else { return nil }
    return Day(year: year, month: month, day: day)
  }

  /// Reads `HH:mm[:ss[.S…]]` as µs since midnight.
  mutating func time() -> Int64? {
    guard let hour = number(digits: 2), hour < 24, skip(":"), let minute = number(digits: 2),
      minute < 60
    else { return nil }
    var micros = Int64(hour * 60 + minute) * 60_000_000
    if skip(":") {
      guard let second = number(digits: 2), second < 60 else { return nil }
      micros += Int64(second) * 1_000_000
      if skip(".") || skip(",") {
        guard let fraction = fraction() else { return nil }
        micros += fraction
      }
    }
    return micros
  }

  /// Reads the offset from UTC in µs: `Z`, `±HH:MM`, `±HHMM`, `±HH` or nothing.
  mutating func offset() -> Int64? {
    if isAtEnd || skip("Z") || skip("z") { return 0 }
    let isAhead = skip("+")
    guard isAhead || skip("-"), let hours = number(digits: 2), hours < 24 else { return nil }
    var minutes = 0
    if !isAtEnd {
      _ = skip(":")
      guard let rest = number(digits: 2), rest < 60 else { return nil }
      minutes = rest
    }
    return Int64(hours * 60 + minutes) * (isAhead ? 60_000_000 : -60_000_000)
  }

  /// Reads one to nine digits after the point as µs; digits after the sixth are cut off.
  private mutating func fraction() -> Int64? {
    let digits = text[index...].prefix { (48...57).contains($0) }
    guard (1...9).contains(digits.count) else { return nil }
    index += digits.count
    let micros = digits.prefix(6).reduce(Int64(0)) { $0 * 10 + Int64($1) - 48 }
    return (digits.count..<max(6, digits.count)).reduce(micros) { value, _ in value * 10 }
  }
}
