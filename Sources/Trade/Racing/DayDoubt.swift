import Columns

/// A reason to take a race's day for a mistake: reports count back from the newest race.
public enum DayDoubt: Equatable, Sendable {
  /// More than a year ahead: no card is known so early.
  case farAhead
  /// A result of a day later than tomorrow; tomorrow has already begun somewhere on earth.
  case resultAhead
  /// Before 1800, when no results of races were kept.
  case longAgo

  /// Judges a day; nil for one that a race may have.
  ///
  /// - Parameters:
  ///   - day: The race's day.
  ///   - hasResult: Whether one of its runners has a result.
  ///   - today: The day of the check.
  public init?(_ day: Day, hasResult: Bool, on today: Day) {
    if day > today + 366 {
      self = .farAhead
    } else if hasResult && day > today + 1 {
      self = .resultAhead
    } else if day < Self.firstDay {
      self = .longAgo
    } else {
      return nil
    }
  }

  /// Returns the days that raise no doubt on a given day, with a result or without.
  public static func plainDays(on today: Day) -> ClosedRange<Day> { firstDay...(today + 1) }

  private static let firstDay = Day(iso: "1800-01-01")!
}
