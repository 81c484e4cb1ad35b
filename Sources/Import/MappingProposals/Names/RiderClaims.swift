import Columns
import RaceMerging

/// The claims in the names of a column of riders, as sources of the field `claim_lb`.
struct RiderClaims {
  /// The members of a mapping for each notation that the column has, behind its `column`.
  private(set) var sources: [[String]] = []
  /// Whether a notation counts kilograms.
  let isInKilograms: Bool

  /// The kilograms of Japan's signs: `★` and `◇` are those of women.
  private static let signs: [(text: String, kilograms: String)] = [
    ("★", "4"), ("▲", "3"), ("△", "2"), ("☆", "1"), ("◇", "2"),
  ]

  /// Looks for claims.
  ///
  /// - Parameter names: The different names of the column.
  init(_ names: [String]) {
    var (bare, named, signs) = (Set<String>(), Set<String>(), Set<String>())
    for spelling in names.map({ NameSpelling($0, .person) }) {
      for bracket in spelling.brackets {
        let text = bracket.dropFirst().dropLast()
        if let claim = text.wholeMatch(of: /-?([0-9.]+)(?: ?lbs?)?/)?.output.1 {
          bare.insert(String(claim))
        } else if let claim = text.wholeMatch(of: Self.kilograms)?.output.1 {
          named.insert(String(claim))
        }
      }
      for sign in spelling.signsInFront + spelling.signsBehind { signs.insert(String(sign)) }
    }
    // A half is never of pounds, and no claim is so large.
    let areKilograms = bare.contains { $0.contains(".") }
    let most = bare.compactMap { Double($0) }.max() ?? 0
    if !bare.isEmpty, !areKilograms, most <= 15 {
      sources.append([#"match: '[(\[（]-?(\d{1,2})(?: ?lbs?)?[)\]）]'"#])
    }
    if areKilograms { named.formUnion(bare) }
    named = named.filter { Double($0).map { $0 <= 15 } ?? false }
    if !named.isEmpty {
      sources.append([
        #"match: '[(\[（][aA]?-?(\d+(?:\.\d+)?)(?:/[\d.]+)?(?: ?kg)?[)\]）]'"#,
        Self.words(named.sorted().map { ($0, $0) }),
      ])
    }
    let known = Self.signs.filter { signs.contains($0.text) }
    if !known.isEmpty {
      sources.append(["match: '[\(known.map(\.text).joined())]'", Self.words(known)])
    }
    isInKilograms = !named.isEmpty || !known.isEmpty
  }

  // MARK: - Implementation

  private static var kilograms: Regex<(Substring, Substring)> {
    /[aA]?-?([0-9]+(?:\.[0-9]+)?)(?:\/[0-9.]+)?(?: ?kg)?/
  }

  /// Writes texts with the pounds of their kilograms, rounded.
  private static func words(_ all: [(text: String, kilograms: String)]) -> String {
    let words = all.compactMap { text, kilograms in
      Double(kilograms).map { "\"\(text)\": \"\(Int(($0 / 0.45359237).rounded()))\"" }
    }
    return "words: {" + words.joined(separator: ", ") + "}"
  }
}
