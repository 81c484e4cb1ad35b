extension Names {
  private static let firstWords = [
    "Golden", "Silver", "Royal", "Lucky", "Brave", "Gentle", "Midnight", "Dancing", "Flying",
    "Secret", "Noble", "Happy", "Northern", "Southern", "Eastern", "Western", "Crimson", "Scarlet",
    "Ivory", "Amber", "Copper", "Iron", "Velvet", "Winter", "Summer", "Autumn", "Spring", "Morning",
    "Evening", "Little", "Grand", "Ancient", "Desert", "Forest", "Ocean", "Mountain", "River",
    "Prairie", "Island", "Harbour", "Thunder", "Lightning", "Stormy", "Sunny", "Misty", "Frosty",
    "Queen's", "King's", "O'Hara's", "L'Étoile", "Éclair", "Swift", "Quiet", "Merry", "Proud",
    "Loyal", "Wild", "Clever", "Magic", "Mystic", "Bold", "Bright", "Distant", "Rising",
  ]
  private static let lastWords = [
    "", " Boy", " Star", " Dream", " Light", " Song", " Prince", " Lady", " Spirit", " Dancer",
    " Flame", " Legend", " Glory", " Wind", " Heart", " Gold",
  ]

  /// The number of different horse names, a power of two.
  static let horseCount = firstWords.count * wordCount * lastWords.count

  /// Returns the name of a horse with an index below ``horseCount``.
  static func horse(_ index: Int) -> String {
    // An odd factor permutes the indices.
    let mixed = index &* 60_493_913 % horseCount
    let first = firstWords[mixed % firstWords.count]
    let rest = mixed / firstWords.count
    let last = lastWords[rest / wordCount]
    return first + " " + capitalisedWord(rest % wordCount) + last
  }
}
