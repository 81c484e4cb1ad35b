/// The spellings that are one name, as imports see it.
public struct BetNames {
  /// Gives the text that all spellings of a course share; empty where no letter is left.
  let course: (String) -> String
  /// Gives the text that all spellings of a horse share; empty where no letter is left.
  let horse: (String) -> String
  /// Gives the text that all spellings of a horse share whose mark, such as `(IRE)`, is the same
  /// too.
  let markedHorse: (String) -> String

  /// Takes the folding of courses and horses.
  ///
  /// - Parameters:
  ///   - course: Gives the text that all spellings of a course share.
  ///   - horse: Gives the text that all spellings of a horse share.
  ///   - markedHorse: Gives the text that those share whose mark is the same too; by default only
  ///     the very same spelling does.
  public init(
    course: @escaping (String) -> String, horse: @escaping (String) -> String,
    markedHorse: @escaping (String) -> String = { $0 }
  ) {
    self.course = course
    self.horse = horse
    self.markedHorse = markedHorse
  }
}
