import ArgumentParser
import Columns
import Foundation

/// A day in an option.
package enum DayArgument {
  /// Today by the system's calendar.
  package static var today: Day {
    let today = Calendar.current.dateComponents([.year, .month, .day], from: Date())
    return Day(year: today.year!, month: today.month!, day: today.day!)!
  }

  /// Reads the day of some races.
  ///
  /// - Parameter text: The value of `--date`; nil for today.
  /// - Returns: The day.
  /// - Throws: `ValidationError`.
  package static func raceDay(_ text: String?) throws -> Day {
    guard let text else { return today }
    guard let day = Day(iso: text) else {
      throw ValidationError("--date: found \(text); expected a day as YYYY-MM-DD")
    }
    return day
  }

  /// Refuses text that is no date, or a date that does not exist.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The option.
  /// - Throws: `ValidationError`.
  package static func check(_ text: String, _ name: String) throws {
    guard Day(iso: text) == nil else { return }
    let isDate = text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
    throw ValidationError(
      isDate
        ? "\(name): found \(text); expected a day of the calendar, and there is no such day"
        : "\(name): found \(text); expected YYYY-MM-DD")
  }
}
