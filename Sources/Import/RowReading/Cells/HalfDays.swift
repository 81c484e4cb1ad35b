import ColumnStore
import Columns
import Racing

/// The countries of the rows being read.
struct RowCountries {
  /// The codes of the countries that the file names; nil if it names none.
  let column: FieldColumn?
  let names: DictionaryEncoder?
  /// The country of all other rows.
  let constant: String?

  /// Returns the code of a row's country.
  func code(_ row: Int) -> Int32? { column?.code(row) }

  /// Whether a row has a country.
  func isNamed(of row: Int) -> Bool { constant != nil || code(row) != nil }
}

/// The half of the day that a twelve-hour clock means, by the row's country.
package struct HalfDays {
  /// Half a day in µs.
  package static let half: Int64 = 12 * 3_600_000_000
  /// Ten o'clock: times from here to twelve look the same on twelve-hour and 24-hour clocks.
  static let firstOfBothClocks: Int64 = 10 * 3_600_000_000

  /// A country's racing hours and clock; nil if they are not known.
  private typealias Hours = (clock: ZoneOffsets?, first: Int64)?

  private let countries: RowCountries?
  /// By a country's code, and by −1 for rows without one.
  private var known: [Int32: Hours] = [:]

  init(_ countries: RowCountries?) { self.countries = countries }

  /// Returns the local time within the racing hours of the row's country, on the row's day at the
  /// course; nil if the country's hours are not known.
  ///
  /// Rows without a country use the hours from ten to ten on the file's own clock.
  ///
  /// - Parameters:
  ///   - micros: The time on a clock of twelve hours, µs of the day.
  ///   - day: The row's day.
  ///   - row: The row.
  ///   - utc: Returns the moment of a time on the file's clock.
  /// - Returns: The time in µs since 1970-01-01 00:00 local.
  mutating func moment(
    _ micros: Int64, on day: Day, _ row: Int, _ utc: (Int64) -> Int64
  ) -> Int64? {
    let code = countries?.code(row) ?? -1
    if known[code] == nil { known[code] = .some(hours(of: code)) }
    guard var hours = known[code]! else { return nil }
    defer { known[code] = .some(hours) }
    let start = Int64(day.number) * Self.perDay
    let wanted = start + hours.first..<start + hours.first + Self.half
    // A day at the course begins up to a day before or after the file's.
    return (Int64(-2)...3).lazy.map { start + micros % Self.half + $0 * Self.half }.first { local in
      guard hours.clock != nil else { return wanted.contains(local) }
      let moment = utc(local)
      return wanted.contains(moment + hours.clock!.seconds(atUTC: moment) * 1_000_000)
    }
  }

  // MARK: - Implementation

  private static let perDay: Int64 = 2 * half

  private func hours(of code: Int32) -> Hours {
    var country = countries?.constant
    if code >= 0, let names = countries?.names {
      country = String(decoding: names.utf8(Int(code)), as: UTF8.self)
    }
    guard let country else { return (nil, Self.firstOfBothClocks) }
    return RacingHours.of(country: country.uppercased()).map {
      (ZoneOffsets($0.zone), $0.firstMicros)
    }
  }
}
