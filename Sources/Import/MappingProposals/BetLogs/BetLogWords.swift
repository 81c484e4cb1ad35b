import Columns
import Racing

/// The names that logs of bets give their columns: `BetLogNames.csv`, by field, the most certain
/// first.
enum BetLogWords {
  private static let known: [String: [(field: String, hint: Double)]] = {
    var known: [String: [(field: String, hint: Double)]] = [:]
    let names = RuleLines(EmbeddedFile("BetLogs/BetLogNames.csv").bytes).columnNames
    for (field, words) in names {
      for (place, word) in words.enumerated() {
        known[word.compact, default: []].append((field, max(0.5, 1 - 0.02 * Double(place))))
      }
    }
    return known
  }()

  /// Returns the fields that a column of this name may be, each with the evidence, up to 1.
  ///
  /// Units behind a name, as in `Stake (£)` and `P/L GBP`, add nothing.
  static func fields(of column: String) -> [(field: String, hint: Double)] {
    known[HeaderName(column).compact] ?? known[bare(column)] ?? []
  }

  /// Returns a column's name without units, blanks and marks.
  static func bare(_ column: String) -> String {
    HeaderName(column).tokens.filter { !units.contains($0) }.joined()
  }

  /// The bare names of columns that say which market a bet is on, the most certain first.
  static let markets = ["markettype", "marketdesc", "marketname", "market"]

  /// Whether a text is the name of some field's column.
  static func areName(_ text: String) -> Bool { !fields(of: text).isEmpty }

  private static let units: Set<String> = [
    "gbp", "eur", "usd", "aud", "jpy", "hkd", "sek", "zar", "inr", "krw", "円", "amount", "local",
    "uk", "bst", "utc", "gmt", "my", "the", "per", "part", "item", "description",
    "pts", "points", "pt",
  ]
}
