import Columns
import RaceMerging

/// The claims in the names of a column of riders, as sources of the field `claim_lb`.
struct RiderClaims {
  /// The members of a mapping for each notation that the column has, behind its `column`.
  private(set) var sources: [[String]] = []
  /// Whether a notation counts kilograms.
  let isInKilograms: Bool

  /// Japan's signs for claims; women have `★` and `◇`.
  static let signs: [Character] = ["★", "▲", "△", "☆", "◇"]
  private static let kilogramsOfSigns = ["4", "3", "2", "1", "2"]

  /// Looks for claims.
  ///
  /// - Parameter names: The different names of the column.
  init(_ names: [String]) {
    var (bare, named, hasSigns) = (Set<String>(), Set<String>(), false)
    for spelling in names.map({ NameSpelling($0, .person) }) {
      for bracket in spelling.brackets {
        let text = bracket.dropFirst().dropLast()
        if let claim = text.wholeMatch(of: /-?([0-9.]+)(?: ?lbs?)?/)?.output.1 {
          bare.insert(String(claim))
        } else if let claim = text.wholeMatch(of: Self.kilograms)?.output.1 {
          named.insert(String(claim))
        }
      }
      let signs = spelling.signsInFront + spelling.signsBehind
      hasSigns = hasSigns || signs.contains(where: Self.signs.contains)
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
    if hasSigns {
      let signs = Self.signs.map(String.init)
      sources.append([
        "match: '[\(signs.joined())]'", Self.words(Array(zip(signs, Self.kilogramsOfSigns))),
      ])
    }
    isInKilograms = !named.isEmpty || hasSigns
  }

  // MARK: - Implementation

  private static var kilograms: Regex<(Substring, Substring)> {
    /[aA]?-?([0-9]+(?:\.[0-9]+)?)(?:\/[0-9.]+)?(?: ?kg)?/
  }

  /// Writes texts with the pounds of their kilograms, rounded; other texts are no value.
  private static func words(_ all: [(text: String, kilograms: String)]) -> String {
    let words = all.compactMap { text, kilograms in
      Double(kilograms).map { "\"\(text)\": \"\(Int(($0 / 0.45359237).rounded()))\"" }
    }
    return "words: {" + (words + ["\"*\": \"\""]).joined(separator: ", ") + "}"
  }
}
