extension Names {
  private static let handicapEndings = [
    " Handicap", " Apprentice Handicap", " Handicap Hurdle", " Nursery Handicap",
  ]
  private static let levelEndings = [
    " Stakes", " Novice Stakes", " Maiden Stakes", " Conditions Stakes", " Cup",
  ]

  /// Returns the name of a race; even indices are handicaps.
  ///
  /// Some contain a comma, quotation marks or both, as a test for readers of delimited text.
  static func race(_ index: Int) -> String {
    let word = capitalisedWord(index + 110_000)
    let isHandicap = index % 2 == 0
    let endings = isHandicap ? handicapEndings : levelEndings
    let ending = endings[index / 2 % endings.count]
    return switch index % 30 {
    case 6, 7: word + ", Sons & Co" + ending
    case 12, 13: "\"" + word + "\"" + ending
    case 20, 21: "The \"" + word + ", Grand\"" + ending
    case 26, 27: word + "'s Prix d'Été" + ending
    default: word + ending
    }
  }
}
