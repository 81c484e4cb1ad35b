/// Pronounceable names, different for each number.
///
/// A word consists of pairs of a consonant sound and a vowel sound, closed by a consonant sound.
/// The alternation shows where each part ends, so two numbers never give the same word.
enum Names {
  private static let onsets = [
    "b", "br", "c", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v",
  ]
  private static let vowels = ["a", "e", "i", "o", "u", "ia", "ea", "ou"]
  private static let codas = ["n", "r", "l", "s", "th", "ck", "nd", "rt"]
  private static let pairCount = onsets.count * vowels.count

  /// The number of different words: two pairs and a coda.
  static let wordCount = pairCount * pairCount * codas.count

  private static func pair(_ index: Int) -> String {
    onsets[index % onsets.count] + vowels[index / onsets.count]
  }

  /// Returns the word of an index below ``wordCount``, in lower case.
  static func word(_ index: Int) -> String {
    // An odd factor permutes the indices (their number is a power of two), so that neighbours
    // differ.
    let mixed = index &* 48_271 % wordCount
    let rest = mixed / codas.count
    return pair(rest % pairCount) + pair(rest / pairCount) + codas[mixed % codas.count]
  }

  /// Returns the word of an index below ``wordCount``, capitalised.
  static func capitalisedWord(_ index: Int) -> String {
    let word = word(index)
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  // MARK: - Places and people

  static func course(_ index: Int) -> String {
    capitalisedWord(index + 100_000) + [" Park", " Downs", "", " Green", ""][index % 5]
  }

  private static let firstNames = [
    "Anna", "Ben", "Clara", "Daniel", "Émile", "Fiona", "Gus", "Hollie", "Ivan", "Jack", "Kerrin",
    "Lucy", "Mickaël", "Nina", "Oisin", "Paddy", "Quentin", "Rachael", "Seán", "Tom", "Yutaka",
    "Zoë", "William",
  ]

  /// Returns a jockey or trainer; `offset` keeps the surnames of the two kinds apart.
  static func person(_ index: Int, offset: Int) -> String {
    let first = firstNames[index &* 7 % firstNames.count]
    let surname = capitalisedWord(index + offset)
    return switch index % 23 {
    case 4: first + " O'" + surname
    case 17: first + " É" + surname.lowercased()
    default: first + " " + surname
    }
  }

  static func owner(_ index: Int) -> String {
    let word = capitalisedWord(index + 60_000)
    return switch index % 6 {
    case 0: word + " Racing Syndicate"
    case 1: "Mrs " + word
    case 2: word + " & Partners"
    case 3: word + " Stud"
    default: "Mr " + word
    }
  }

  static func sire(_ index: Int) -> String { capitalisedWord(index + 80_000) }
}

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
