import ArgumentParser
import Columns

/// A day in an option.
enum DayArgument {
  /// Refuses text that is no date, or a date that does not exist.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The option.
  /// - Throws: `ValidationError`.
  static func check(_ text: String, _ name: String) throws {
    guard Day(iso: text) == nil else { return }
    let isDate = text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
    throw ValidationError(
      isDate
        ? "\(name): found \(text); expected a day of the calendar, and there is no such day"
        : "\(name): found \(text); expected YYYY-MM-DD")
  }
}
