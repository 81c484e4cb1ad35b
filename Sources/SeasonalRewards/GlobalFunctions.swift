import Foundation
import Seasons

/// The app's functions that belong to no object, by the name that its guide gives them.
public enum GlobalFunctions {
  /// The season of this moment by the device's calendar, as the service wants to be told.
  public static func getCurrentSeasonAndYear() -> (season: String, year: String) {
    getCurrentSeasonAndYear(at: Date())
  }

  /// The season of a moment, as the service wants to be told.
  ///
  /// - Parameters:
  ///   - date: The moment.
  ///   - calendar: The calendar whose time zone says which day it is.
  /// - Returns: `xc` or `track`, and the year it began in.
  public static func getCurrentSeasonAndYear(
    at date: Date, in calendar: Calendar = .current
  ) -> (season: String, year: String) {
    let season = SeasonYear(of: date, in: calendar)
    return (season.season.rawValue, String(season.year))
  }
}
