/// Reads one text by the tokens of a date pattern.
struct DateScanner {
  private var bytes: TimeScanner
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

  // Safety: the caller keeps the text alive.
  init(_ text: UnsafeBufferPointer<UInt8>) { bytes = TimeScanner(text) }

  /// Reads the whole text.
  mutating func read(_ tokens: [DateToken]) -> DatePattern.Reading? {
    for token in tokens {
      guard take(token) else { return nil }
    }
    guard bytes.isAtEnd else { return nil }
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
    case .literal(UInt8(ascii: "T")):
      return bytes.skip(UInt8(ascii: "T")) || bytes.skip(UInt8(ascii: "t"))
    case .literal(let byte): return bytes.skip(byte)
    case .blanks:
      let start = bytes.index
      while bytes.skip(UInt8(ascii: " ")) {}
      return bytes.index > start
    case .half:
      isAfternoon = half()
      return isAfternoon != nil
    case .fraction:
      let start = bytes.index
      micros = bytes.fraction()
      return bytes.index > start
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
      let (start, first) = (bytes.index, bytes.next)
      hour = bytes.number(digits: digits...2, in: 0...23)
      isHourPadded = digits == 1 && bytes.index - start == 2 && first == UInt8(ascii: "0")
    case .hourOfHalf(let digits): hour = bytes.number(digits: digits...2, in: 1...12)
    case .minute(let digits):
      minute = bytes.number(digits: digits...2, in: 0...59)
      return minute != nil
    case .second(let digits):
      second = bytes.number(digits: digits...2, in: 0...59)
      return second != nil
    default: preconditionFailure("no time of day")
    }
    return hour != nil
  }

  private mutating func takeDay(_ token: DateToken) -> Bool {
    switch token {
    case .year: year = bytes.number(digits: 4...4, in: 1...9999)
    case .yearOfCentury:
      year = bytes.number(digits: 2...2, in: 0...99).map { $0 + ($0 <= 68 ? 2000 : 1900) }
    case .month(let digits):
      month = bytes.number(digits: digits...2, in: 1...12)
      return month != nil
    case .monthName:
      month = monthName()
      return month != nil
    case .day(let digits):
      day = bytes.number(digits: digits...2, in: 1...31)
      return day != nil
    default: preconditionFailure("no part of a day")
    }
    return year != nil
  }

  /// Reads letters and marks up to the next other byte, lowercased.
  private mutating func word(and mark: UInt8) -> String {
    var word: [UInt8] = []
    while let byte = bytes.next, byte | 0x20 &- UInt8(ascii: "a") < 26 || byte == mark {
      word.append(byte | 0x20)
      _ = bytes.skip(byte)
    }
    return String(decoding: word, as: UTF8.self)
  }

  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  private mutating func monthName() -> Int? {
    var letters: [UInt8] = []
    while let byte = bytes.next, byte >= 0x80 || byte | 0x20 &- UInt8(ascii: "a") < 26 {
      letters.append(byte)
      _ = bytes.skip(byte)
    }
    let word = String(decoding: letters, as: UTF8.self).lowercased()
    let match = Self.monthNames.firstIndex { $0 == word || $0.prefix(3) == word }
    return match.map { $0 + 1 } ?? MonthNames.months[word]
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
    if bytes.skip(UInt8(ascii: "Z")) || bytes.skip(UInt8(ascii: "z")) { return 0 }
    let start = bytes.index
    guard let seconds = bytes.offsetSeconds(), bytes.index - start > 3, abs(seconds) < 15 * 3600
    else { return nil }
    return seconds
  }
}
