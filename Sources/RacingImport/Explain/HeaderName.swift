/// A column's name in the form that all its spellings share.
struct HeaderName {
  /// Its words in small letters: `RaceNo`, `race_no` and `race no` have the same two.
  let tokens: [String]
  /// How many objects around the row it leads out of.
  let depth: Int

  init(_ column: String) {
    var parts = column.split(separator: "/").map(String.init)
    depth = parts.prefix { $0 == ".." }.count
    parts.removeFirst(depth)
    tokens = parts.suffix(2).flatMap(Self.words)
  }

  /// The words without anything between them.
  var compact: String { tokens.joined() }

  private static func words(_ part: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasSmall = false
    for character in part {
      let isMark = !(character.isLetter || character.isNumber)
      if isMark || character.isUppercase && wasSmall {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if !isMark { word += character.lowercased() }
      wasSmall = character.isLowercase || character.isNumber
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
