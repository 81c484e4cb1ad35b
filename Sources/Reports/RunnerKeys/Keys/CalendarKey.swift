import Columns
import Racing

/// A key with a fixed list of names that follows from the race day.
enum CalendarKey: String, CaseIterable, Sendable {
  /// The season by calendar months, the same in both hemispheres.
  case season
  /// The quarter of the year.
  case quarter
  /// The month, over all years.
  case calendarMonth = "calendar_month"
  /// The week by ISO 8601, over all years: it begins on Monday and belongs to the year of its
  /// Thursday.
  case isoWeek = "iso_week"

  /// The names by code, in their order.
  var names: [String] {
    switch self {
    case .season: ["spring", "summer", "autumn", "winter"]
    case .quarter: ["Q1", "Q2", "Q3", "Q4"]
    case .calendarMonth:
      [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
      ]
    case .isoWeek: (1...53).map { "W\($0 < 10 ? "0" : "")\($0)" }
    }
  }

  /// Returns the code of a day's name.
  func code(of day: Day) -> Int32 {
    switch self {
    // Spring begins in March.
    case .season: Int32([3, 0, 1, 2, 3][day.civil.month / 3])
    case .quarter: Int32((day.civil.month - 1) / 3)
    case .calendarMonth: Int32(day.civil.month - 1)
    case .isoWeek:
      Self.week(ofThursday: Weekday.monday(of: day) + Weekday.thursday.rawValue)
    }
  }

  /// Returns the whole weeks between New Year and a Thursday.
  private static func week(ofThursday day: Day) -> Int32 {
    (day.number - Day(year: day.civil.year, month: 1, day: 1)!.number) / 7
  }
}
