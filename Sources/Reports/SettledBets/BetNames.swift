/// The rules by which several spellings are one name, as in imports.
public struct BetNames {
  /// Returns a text equal for all spellings of a course; empty if no letter remains.
  let course: (String) -> String
  /// Returns a text equal for all spellings of a horse; empty if no letter remains.
  let horse: (String) -> String
  /// Returns a text equal for all spellings of a horse with the same mark, such as `(IRE)`.
  let markedHorse: (String) -> String

  /// Creates the rules for courses and horses.
  ///
  /// - Parameters:
  ///   - course: Returns a text equal for all spellings of a course.
  ///   - horse: Returns a text equal for all spellings of a horse.
  ///   - markedHorse: Returns a text equal for all spellings with the same mark; by default the
  ///     exact spelling.
  public init(
    course: @escaping (String) -> String, horse: @escaping (String) -> String,
    markedHorse: @escaping (String) -> String = { $0 }
  ) {
    self.course = course
    self.horse = horse
    self.markedHorse = markedHorse
  }
}
