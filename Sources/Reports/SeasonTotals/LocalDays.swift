import Columns
import Foundation

/// The starts of days and weeks in a time zone.
struct LocalDays {
  private let zone: TimeZone
  private let calendar: Calendar
  private static let perDay: Int64 = 86_400_000_000

  init(_ zone: TimeZone) {
    self.zone = zone
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
  }

  /// Returns the first moment of a day, µs since 1970 UTC.
  func start(of day: Day) -> Int64 {
    let (year, month, ofMonth) = day.civil
    let noon = DateComponents(year: year, month: month, day: ofMonth, hour: 12)
    // Every day has a noon; midnight may be missing when clocks change.
    guard let date = calendar.date(from: noon) else { return Int64(day.number) * Self.perDay }
    return Int64(calendar.startOfDay(for: date).timeIntervalSince1970 * 1_000_000)
  }

  /// Returns the day of a moment.
  func day(of micros: Int64) -> Day {
    let seconds = micros >= 0 ? micros / 1_000_000 : (micros - 999_999) / 1_000_000
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    let local = seconds + Int64(offset)
    return Day(Int32((local >= 0 ? local : local - 86_399) / 86_400))
  }

  /// Returns the Monday of a day's week.
  static func monday(of day: Day) -> Day {
    // 1970-01-01 was a Thursday, three days after its Monday.
    let sinceMonday = ((Int(day.number) + 3) % 7 + 7) % 7
    return day - sinceMonday
  }
}
