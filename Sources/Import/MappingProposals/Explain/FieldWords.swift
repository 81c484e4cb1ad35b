import Columns
import Foundation
import Racing

/// The names that sources give their columns: `FieldNames.csv`, by field, the most certain first.
struct FieldWords {
  /// Words that add nothing to a name.
  private static let neutral: Set<String> = [
    "win", "official", "horse", "runner", "name", "no", "number", "local", "scheduled", "decimal",
    "hkd", "gbp", "usd", "eur", "aud", "jpy", "text", "x", "e", "full", "m", "kg", "lb",
    "lbs", "sec",
    // Particles of other languages, as in Nom du cheval.
    "nom", "nome", "nombre", "du", "de", "del", "della", "dell", "do", "da", "l",
  ]

  private static let known = RuleLines(EmbeddedFile("Explain/FieldNames.csv").bytes).columnNames
  /// The fields of each whole name, with their scores.
  private static let exact: [String: [String: Double]] = {
    var exact: [String: [String: Double]] = [:]
    for (field, words) in known {
      for (place, word) in words.enumerated() where exact[word.compact]?[field] == nil {
        exact[word.compact, default: [:]][field] = max(0.6, 1 - 0.02 * Double(place))
      }
    }
    return exact
  }()
  private static let partScore = 0.5

  /// Whether a text is the whole name of some field's column.
  static func areName(_ text: String) -> Bool { exact[HeaderName(text).compact] != nil }

  /// Rates how likely a column of this name is each field, from 0 to 1.
  static func scores(_ header: HeaderName) -> [String: Double] {
    var scores = exact[header.compact] ?? [:]
    if scores.isEmpty, let member = header.member, let own = exact[member.name] {
      scores = own.filter { member.fields.contains($0.key) }
    }
    // A part of a name counts if the rest of it adds nothing.
    guard !neutral.isDisjoint(with: header.tokens) else { return scores }
    let tokens = Set(header.tokens)
    for (field, words) in known where scores[field] == nil {
      let isPart = words.contains { word in
        !word.tokens.isEmpty && tokens.isSuperset(of: word.tokens)
          // The number of a horse is none of a race.
          && (field != "race_no" || !neutral.isSuperset(of: word.tokens))
          && tokens.subtracting(word.tokens).isSubset(of: neutral)
      }
      if isPart { scores[field] = partScore }
    }
    return scores
  }
}

extension RuleLines {
  /// The names of columns by field, of the columns `field` and `names`; one field's lines follow
  /// each other.
  var columnNames: [(field: String, words: [HeaderName])] {
    var all: [(field: String, words: [HeaderName])] = []
    for row in 0..<count {
      let words = text("names", row)!.split(separator: " ").map { HeaderName(String($0)) }
      if let field = text("field", row), field != all.last?.field { all.append((field, [])) }
      all[all.count - 1].words += words
    }
    return all
  }
}

/// A column's name in a form that is the same for all its spellings.
struct HeaderName {
  /// Its words in lowercase: `RaceNo`, `race_no` and `race no` have the same two.
  let tokens: [String]
  /// The number of `..` steps to objects around the row.
  let depth: Int
  /// The name in an object of prices or of a course, and the fields that it may be there: `sp` of
  /// `odds/sp`.
  private(set) var member: (name: String, fields: [String])?

  init(_ column: String) {
    var parts = column.split(separator: "/").map(String.init)
    depth = parts.prefix { $0 == ".." }.count
    parts.removeFirst(depth)
    // Objects that only hold a runner's result add nothing to a name.
    if parts.count > 1, Self.holders.contains(parts[parts.count - 2].lowercased()) {
      parts = parts.suffix(1)
    }
    // A number with its unit beside it, as in `distance/value`.
    if parts.count > 1, parts.last?.lowercased() == "value" { parts.removeLast() }
    tokens = parts.suffix(2).flatMap(Self.words)
    if parts.count > 1, let fields = Self.members[parts[parts.count - 2].lowercased()] {
      member = (Self.words(parts[parts.count - 1]).joined(), fields)
    }
  }

  /// The words joined without anything between them.
  var compact: String { tokens.joined() }

  private static let holders: Set<String> = [
    "result", "results", "resultat", "data", "info", "details", "stats",
  ]

  private static let members: [String: [String]] = [
    "odds": ["sp", "bsp", "place_bsp"], "prices": ["sp", "bsp", "place_bsp"],
    "track": ["country", "going"], "course": ["country", "going"], "venue": ["country", "going"],
    "racecourse": ["country", "going"], "meeting": ["country", "going"],
  ]

  /// Whether it names the moment at which somebody took the row from its source.
  var isOfRetrieval: Bool { !Self.retrievals.isDisjoint(with: tokens) }

  private static let retrievals: Set<String> = [
    "scraped", "scrape", "scraping", "scraper", "crawled", "crawl", "fetched", "fetch", "retrieved",
    "downloaded", "download", "extracted", "extraction", "collected", "captured", "capture",
    "updated",
    "update", "modified", "created", "inserted", "ingested", "ingest", "loaded", "exported",
    "export",
    "generated", "accessed", "queried", "timestamp",
  ]

  private static func words(_ part: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasSmall = false
    // Letters of full width are like others.
    for character in part.precomposedStringWithCompatibilityMapping {
      let isMark = !(character.isLetter || character.isNumber)
      if isMark || character.isUppercase && wasSmall {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if !isMark { word += plain(character) }
      wasSmall = character.isLowercase || character.isNumber
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// A letter in small and, if it is Latin, without its accent: some files leave accents out.
  private static func plain(_ character: Character) -> String {
    let small = character.lowercased()
    guard small.utf8.count > 1, let first = small.unicodeScalars.first, first.value < 0x250 else {
      return small
    }
    // The dotless letter of Turkish has no accent to leave out.
    return first == "ı"
      ? "i" : String(small.decomposedStringWithCanonicalMapping.unicodeScalars.prefix(1))
  }
}
