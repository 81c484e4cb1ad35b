import ColumnStore
import RowReading

/// Decides which spellings of courses and horses are one name, as imports do.
///
/// Two spellings are one name if they fold to the same text: case, accents, punctuation, blanks and
/// a short mark in brackets don't count. Aliases join further spellings.
public struct NameMatching: Sendable {
  private let courses: SpellingClasses
  private let horses: SpellingClasses
  private let markedHorses: SpellingClasses

  /// Joins the built-in spellings and the aliases' spellings.
  ///
  /// - Parameter aliases: The user's aliases.
  public init(_ aliases: NameAliases) {
    func classes(_ role: String, _ fold: (String) -> String) -> SpellingClasses {
      let known = aliases.spellings(of: role).map { ($0.key, $0.value) }.sorted { $0 < $1 }
      let all = MatchingNames.builtIn[role, default: []] + known
      return SpellingClasses(all.map { (fold($0.0), fold($0.1)) })
    }
    courses = classes("course", NameFolding.place)
    horses = classes("horse", NameFolding.horse)
    markedHorses = classes("horse", NameFolding.markedHorse)
  }

  /// The text that all spellings of a course share; empty where no letter is left.
  public func course(_ spelling: String) -> String {
    courses.representative(NameFolding.place(spelling))
  }

  /// The text that all spellings of a horse share; empty where no letter is left.
  public func horse(_ spelling: String) -> String {
    horses.representative(NameFolding.horse(spelling))
  }

  /// The text that all spellings of a horse with the same mark in brackets share; two horses of one
  /// name differ in that mark.
  public func markedHorse(_ spelling: String) -> String {
    markedHorses.representative(NameFolding.markedHorse(spelling))
  }
}
