/// A calendar day as the number of days since 1970-01-01, and its ISO 8601 form.
public struct Day: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  public let number: Int32

  /// Makes the day of a number.
  public init(_ number: Int32) { self.number = number }

  /// The numbers of the days that can be written: years 1 to 9999.
  public static let civilNumbers: ClosedRange<Int32> = -719_162...2_932_896

  /// The points in time that can be written, µs since 1970 UTC: years 1 to 9999.
  public static let civilMicros: Range<Int64> =
    Int64(civilNumbers.lowerBound) * 86_400_000_000..<Int64(civilNumbers.upperBound + 1)
    * 86_400_000_000

  /// Splits a point in time, µs since 1970, into its day in UTC and the microseconds since
  /// midnight.
  ///
  /// Beyond the range of day numbers it returns the first or the last day.
  public static func split(micros: Int64) -> (day: Day, rest: Int64) {
    let perDay: Int64 = 86_400_000_000
    let (days, rest) = micros.quotientAndRemainder(dividingBy: perDay)
    return rest < 0
      ? (Day(Int32(clamping: days - 1)), rest + perDay) : (Day(Int32(clamping: days)), rest)
  }

  /// Makes a day from year, month and day of the month; nil if it does not exist.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let isShort = month == 4 || month == 6 || month == 9 || month == 11
    guard day <= (month == 2 ? (isLeap ? 29 : 28) : isShort ? 30 : 31) else { return nil }
    // Howard Hinnant's days-from-civil: years start in March, so the leap day comes last.
    let shifted = month <= 2 ? year - 1 : year
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = Int32(shifted / 400 * 146_097 + dayOfEra - 719_468)
  }

  /// Reads `YYYY-MM-DD`; nil for any other text or a day that does not exist.
  public init?(iso text: UnsafeBufferPointer<UInt8>) {
    // Safety: the count is checked before any byte is read.
    guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else {
      return nil
    }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for index in range {
        let digit = Int(text[index]) - 48
        guard digit >= 0, digit <= 9 else { return nil }
        value = value * 10 + digit
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else {
      return nil
    }
    self.init(year: year, month: month, day: day)
  }

  /// Reads `YYYY-MM-DD`; nil for any other text or a day that does not exist.
  public init?(iso text: String) {
    var text = text
    guard let day = text.withUTF8({ Day(iso: $0) }) else { return nil }
    self = day
  }

  /// Year, month and day of the month.
  public var civil: (year: Int, month: Int, day: Int) {
    let shifted = Int(number) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    return (
      yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, day
    )
  }

  /// The day as `YYYY-MM-DD`.
  public var iso: String {
    guard hasISOBytes else {
      let (year, month, day) = civil
      return "\(year)-\(Self.pair(month))-\(Self.pair(day))"
    }
    return String(unsafeUninitializedCapacity: Self.isoLength) { bytes in
      writeISO(to: bytes.baseAddress!)
      return Self.isoLength
    }
  }

  /// The number of bytes of ``iso`` for years 0 to 9999.
  package static let isoLength = 10

  /// Whether the year has four digits.
  package var hasISOBytes: Bool { (0...9999).contains(civil.year) }

  /// Writes ``iso`` into room for ``isoLength`` bytes; the year must have four digits.
  package func writeISO(to bytes: UnsafeMutablePointer<UInt8>) {
    // Safety: the caller has room for `isoLength` bytes; all places lie below it.
    let (year, month, day) = civil
    func write(_ digits: Int, at place: Int) {
      bytes[place] = UInt8(truncatingIfNeeded: 48 + digits / 10)
      bytes[place + 1] = UInt8(truncatingIfNeeded: 48 + digits % 10)
    }
    write(year / 100, at: 0)
    write(year % 100, at: 2)
    bytes[4] = UInt8(ascii: "-")
    write(month, at: 5)
    bytes[7] = UInt8(ascii: "-")
    write(day, at: 8)
  }

  private static func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Orders days by time.
  public static func < (left: Day, right: Day) -> Bool { left.number < right.number }

  /// Returns the day `count` days later.
  public static func + (day: Day, count: Int) -> Day { Day(day.number + Int32(count)) }

  /// Returns the day `count` days earlier.
  public static func - (day: Day, count: Int) -> Day { Day(day.number - Int32(count)) }
}
