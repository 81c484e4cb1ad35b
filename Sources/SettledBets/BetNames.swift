/// The spellings that are one name, as imports see it.
public struct BetNames {
  /// Gives the text that all spellings of a course share; empty where no letter is left.
  let course: (String) -> String
  /// Gives the text that all spellings of a horse share; empty where no letter is left.
  let horse: (String) -> String

  /// Takes the folding of courses and horses.
  ///
  /// - Parameters:
  ///   - course: Gives the text that all spellings of a course share.
  ///   - horse: Gives the text that all spellings of a horse share.
  public init(course: @escaping (String) -> String, horse: @escaping (String) -> String) {
    self.course = course
    self.horse = horse
  }
}
