/// The order of classes by their words: groups, listed races, classes by number, others.
enum ClassOrder {
  /// Sorts classes, the highest first.
  static func sorted(_ names: [String]) -> [String] {
    names.map { (text: sortingText($0), name: $0) }
      .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }.map(\.name)
  }

  /// Returns a text whose bytes sort as the class does.
  static func sortingText(_ name: String) -> String {
    let digits = String(name.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    let word = name.dropLast(digits.count).lowercased().filter { $0 != " " }
    // Equal ranks, such as Group 1 and Grade 1, are ordered by their words.
    guard digits.count < 4, let number = Int(digits) else {
      return (word == "listed" || word == "listedrace" ? "1" : "3") + name
    }
    let isGroup = ["group", "grade", "g"].contains(word)
    return (isGroup ? "0" : "2") + String(String(10_000 + number).dropFirst()) + name
  }
}
