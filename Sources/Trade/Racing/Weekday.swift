import Columns

/// A day of the week, Monday first.
@frozen
public enum Weekday: Int, CaseIterable, Sendable {
  /// Monday.
  case monday
  /// Tuesday.
  case tuesday
  /// Wednesday.
  case wednesday
  /// Thursday.
  case thursday
  /// Friday.
  case friday
  /// Saturday.
  case saturday
  /// Sunday.
  case sunday

  /// The weekday of a date in the Gregorian calendar.
  public init(of day: Day) {
    // 1970-01-01 was a Thursday; dates before it have negative numbers.
    let sinceMonday = (Int(day.number) + Weekday.thursday.rawValue) % 7
    self = Weekday(rawValue: (sinceMonday + 7) % 7)!
  }

  /// The Monday of the ISO week that a day lies in.
  public static func monday(of day: Day) -> Day { day - Weekday(of: day).rawValue }

  /// The English name.
  public var name: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }
}
