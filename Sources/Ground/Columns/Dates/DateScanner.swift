/// Reads one text by the tokens of a date pattern.
struct DateScanner {
  // Safety: the caller keeps the text alive; each read checks `index` against its count.
  private let text: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var year: Int?
  private var month: Int?
  private var day: Int?
  private var hour: Int?
  private var isHourPadded = false
  private var isAfternoon: Bool?
  private var minute: Int?
  private var second: Int?
  private var micros: Int64?
  private var offset: Int32?

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// Reads the whole text.
  mutating func read(_ tokens: [DateToken]) -> DatePattern.Reading? {
    for token in tokens {
      guard take(token) else { return nil }
    }
    guard index == text.count else { return nil }
    var date: Day?
    if let year, let month, let day {
      date = Day(year: year, month: month, day: day)
      if date == nil { return nil }
    }
    let isOf24Hours =
      isAfternoon == nil && hour.map { isHourPadded || !(1...12).contains($0) } ?? false
    return DatePattern.Reading(
      day: date, microsOfDay: microsOfDay, offsetSeconds: offset,
      saysHalf: isAfternoon != nil || isOf24Hours, isOf24Hours: isOf24Hours)
  }

  // MARK: - Implementation

  private var microsOfDay: Int64? {
    guard var hour else { return nil }
    // Twelve o'clock is the first hour of its half of the day.
    if let isAfternoon { hour = hour % 12 + (isAfternoon ? 12 : 0) }
    let seconds = (hour * 60 + (minute ?? 0)) * 60 + (second ?? 0)
    return Int64(seconds) * 1_000_000 + (micros ?? 0)
  }

  private mutating func take(_ token: DateToken) -> Bool {
    switch token {
    // RFC 3339 allows a lower-case letter between day and time.
    case .literal(UInt8(ascii: "T")): return skip(UInt8(ascii: "T")) || skip(UInt8(ascii: "t"))
    case .literal(let byte): return skip(byte)
    case .blanks:
      let start = index
      while skip(UInt8(ascii: " ")) {}
      return index > start
    case .half:
      isAfternoon = half()
      return isAfternoon != nil
    case .fraction:
      micros = fraction()
      return micros != nil
    case .offset:
      offset = offsetSeconds()
      return offset != nil
    case .hour, .hourOfHalf, .minute, .second: return takeTime(token)
    case .year, .yearOfCentury, .month, .monthName, .day: return takeDay(token)
    }
  }

  private mutating func takeTime(_ token: DateToken) -> Bool {
    switch token {
    case .hour(let digits):
      let start = index
      hour = number(digits: digits...2, in: 0...23)
      isHourPadded = digits == 1 && index - start == 2 && text[start] == UInt8(ascii: "0")
    case .hourOfHalf(let digits): hour = number(digits: digits...2, in: 1...12)
    case .minute(let digits):
      minute = number(digits: digits...2, in: 0...59)
      return minute != nil
    case .second(let digits):
      second = number(digits: digits...2, in: 0...59)
      return second != nil
    default: preconditionFailure("no time of day")
    }
    return hour != nil
  }

  private mutating func takeDay(_ token: DateToken) -> Bool {
    switch token {
    case .year: year = number(digits: 4...4, in: 1...9999)
    case .yearOfCentury:
      year = number(digits: 2...2, in: 0...99).map { $0 + ($0 <= 68 ? 2000 : 1900) }
    case .month(let digits):
      month = number(digits: digits...2, in: 1...12)
      return month != nil
    case .monthName:
      month = monthName()
      return month != nil
    case .day(let digits):
      day = number(digits: digits...2, in: 1...31)
      return day != nil
    default: preconditionFailure("no part of a day")
    }
    return year != nil
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard index < text.count, text[index] == byte else { return false }
    index += 1
    return true
  }

  /// Reads as many digits as there are, up to the range's end.
  private mutating func number(digits: ClosedRange<Int>, in range: ClosedRange<Int>) -> Int? {
    let start = index
    var value = 0
    while index < text.count, index - start < digits.upperBound,
      case let digit = text[index] &- UInt8(ascii: "0"), digit <= 9
    {
      value = value * 10 + Int(digit)
      index += 1
    }
    return index - start >= digits.lowerBound && range.contains(value) ? value : nil
  }

  private mutating func fraction() -> Int64? {
    let start = index
    var micros: Int64 = 0
    var unit: Int64 = 100_000
    while index < text.count, case let digit = text[index] &- UInt8(ascii: "0"), digit <= 9 {
      micros += Int64(digit) * unit
      unit /= 10
      index += 1
    }
    return index > start ? micros : nil
  }

  /// Reads letters up to the next other byte, lowercased.
  private mutating func word(and mark: UInt8? = nil) -> String {
    let start = index
    while index < text.count,
      text[index] | 0x20 &- UInt8(ascii: "a") < 26 || text[index] == mark
    { index += 1 }
    return String(decoding: text[start..<index].map { $0 | 0x20 }, as: UTF8.self)
  }

  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  private mutating func monthName() -> Int? {
    let word = word()
    let match = Self.monthNames.firstIndex { $0 == word || $0.prefix(3) == word }
    // `Sept` is the only common four-letter abbreviation.
    return (match ?? (word == "sept" ? 8 : nil)).map { $0 + 1 }
  }

  private mutating func half() -> Bool? {
    switch word(and: UInt8(ascii: ".")) {
    case "am", "a.m.": false
    case "pm", "p.m.": true
    default: nil
    }
  }

  private mutating func offsetSeconds() -> Int32? {
    // RFC 3339 allows the letter in lower case.
    if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
    let isEast = skip(UInt8(ascii: "+"))
    guard isEast || skip(UInt8(ascii: "-")), let hours = number(digits: 2...2, in: 0...14)
    else { return nil }
    _ = skip(UInt8(ascii: ":"))
    guard let minutes = number(digits: 2...2, in: 0...59) else { return nil }
    return Int32((hours * 60 + minutes) * 60) * (isEast ? 1 : -1)
  }
}
