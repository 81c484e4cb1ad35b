/// Sorts classes: the question's lists come first, then groups, listed races, numbered classes,
/// others.
package struct ClassOrder: Sendable {
  /// The place of each listed class.
  private let places: [String: Int]

  /// Reads a question's lists: the list for all sources comes before the lists of single sources.
  package init(_ rules: FactRules = .standard) {
    var places: [String: Int] = [:]
    for name in rules.orders.flatMap(\.classes) where places[name] == nil {
      places[name] = places.count
    }
    self.places = places
  }

  /// Sorts classes, the highest first.
  func sorted(_ names: [String]) -> [String] {
    names.map { (text: sortingText($0), name: $0) }
      .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }.map(\.name)
  }

  /// Returns a text whose bytes sort as the class does.
  func sortingText(_ name: String) -> String {
    // A blank sorts before all digits.
    if let place = places[name] { return " " + Self.padded(place) }
    let digits = String(name.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    let word = name.dropLast(digits.count).lowercased().filter { $0 != " " }
    // Equal ranks, such as Group 1 and Grade 1, are ordered by their words.
    guard digits.count < 4, let number = Int(digits) else {
      return (word == "listed" || word == "listedrace" ? "1" : "3") + name
    }
    let isGroup = ["group", "grade", "g"].contains(word)
    return (isGroup ? "0" : "2") + Self.padded(number) + name
  }

  /// Returns a number as digits that sort by its value.
  private static func padded(_ number: Int) -> String { String(1_000_000 + number) }
}
