import Foundation
import Seasons

/// The app's free functions, by the guide's name for them.
public enum GlobalFunctions {
  /// Returns the current season by the device's calendar, in the service's form.
  public static func getCurrentSeasonAndYear() -> (season: String, year: String) {
    getCurrentSeasonAndYear(at: Date())
  }

  /// Returns the season of a moment, in the service's form.
  ///
  /// - Parameters:
  ///   - date: The moment.
  ///   - calendar: The calendar, whose time zone decides the day.
  /// - Returns: `xc` or `track`, and the year in which it began.
  public static func getCurrentSeasonAndYear(
    at date: Date, in calendar: Calendar = .current
  ) -> (season: String, year: String) {
    let season = SeasonYear(of: date, in: calendar)
    return (season.season.rawValue, String(season.year))
  }
}
