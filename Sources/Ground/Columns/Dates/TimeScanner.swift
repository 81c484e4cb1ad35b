/// Reads numbers, marks and offsets of dates and times from the start of a text.
package struct TimeScanner {
  // Safety: the caller keeps the text alive; each read checks `index` against its count.
  private let text: UnsafeBufferPointer<UInt8>
  /// The place of the next byte.
  package private(set) var index: Int

  /// Starts at a place of a text, which must outlive the scanner.
  package init(_ text: UnsafeBufferPointer<UInt8>, at index: Int = 0) {
    self.text = text
    self.index = index
  }

  /// Whether the whole text is read.
  package var isAtEnd: Bool { index == text.count }

  /// The next byte; nil at the end.
  var next: UInt8? { index < text.count ? text[index] : nil }

  /// Skips a byte if it comes next.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// Skips a word if it comes next.
  package mutating func skip(_ word: String) -> Bool {
    guard text[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  /// Reads as many digits as there are, up to the upper bound; nil for fewer than the lower bound,
  /// and for a number out of range.
  package mutating func number(digits: ClosedRange<Int>, in range: ClosedRange<Int>) -> Int? {
    let start = index
    var value = 0
    while index - start < digits.upperBound, let digit = digit() { value = value * 10 + digit }
    return index - start >= digits.lowerBound && range.contains(value) ? value : nil
  }

  /// Reads two digits; nil for fewer, and for a number above the limit.
  mutating func pair(upTo limit: Int) -> Int? {
    guard text.count - index >= 2 else { return nil }
    let (tens, ones) = (text[index] &- UInt8(ascii: "0"), text[index + 1] &- UInt8(ascii: "0"))
    guard tens <= 9, ones <= 9, case let value = Int(tens) * 10 + Int(ones), value <= limit else {
      return nil
    }
    index += 2
    return value
  }

  /// Reads all digits of a second's fraction as µs; digits after the sixth are cut off.
  mutating func fraction() -> Int64 {
    var (micros, unit) = (Int64(0), Int64(100_000))
    while let digit = digit() {
      micros += Int64(digit) * unit
      unit /= 10
    }
    return micros
  }

  /// Reads `±HH:MM`, `±HHMM`, or `±HH` at the end of the text, as seconds east of UTC; up to 23
  /// hours.
  mutating func offsetSeconds() -> Int32? {
    let isEast = skip(UInt8(ascii: "+"))
    guard isEast || skip(UInt8(ascii: "-")), let hours = pair(upTo: 23)
    else { return nil }
    var minutes = 0
    if !isAtEnd {
      _ = skip(UInt8(ascii: ":"))
      guard let rest = pair(upTo: 59) else { return nil }
      minutes = rest
    }
    return Int32((hours * 60 + minutes) * 60) * (isEast ? 1 : -1)
  }

  private mutating func digit() -> Int? {
    guard index < text.count, case let digit = text[index] &- UInt8(ascii: "0"), digit <= 9
    else { return nil }
    index += 1
    return Int(digit)
  }
}
