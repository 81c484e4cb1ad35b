/// The rules by which several spellings are one name, as in imports.
public struct BetNames {
  /// The folding of a course: a text equal for all its spellings; empty if no letter remains.
  let course: (String) -> String
  /// The folding of a horse: a text equal for all its spellings; empty if no letter remains.
  let horse: (String) -> String
  /// The folding of a horse that keeps its mark, such as `(IRE)`: a text equal for all spellings
  /// with the same mark.
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
