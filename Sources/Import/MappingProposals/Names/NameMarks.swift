import RaceMerging

/// The marks around the names of a column, and the expressions that cut them off.
///
/// Brackets with a figure, and signs, are marks of any rider or trainer. Other brackets, and words
/// such as `AP` or `KG`, are marks where the column has enough of the names without them, too. Of
/// horses, brackets with nothing but a small number are marks where many names have them.
struct NameMarks {
  /// The expression whose group is the name without marks; nil for a column without marks.
  private(set) var match: String?
  /// The first marks of each kind.
  private(set) var examples: [String] = []
  /// Words that are marks, such as letters for a horse's gear.
  private(set) var words: [String] = []

  /// Words that one name in both forms proves: apprentices of Turkey and of other countries.
  private static let knownWords: Set = ["AP", "APP"]
  /// Words in brackets that are no part of any rider's name.
  private static let knownNotes: Set = ["(a)", "(ap)", "(app)", "(am)", "(apprentice)"]
  /// The number of names in both forms, and their share of the names with a word, that prove it.
  private static let proof = (names: 3, share: 0.3)

  /// Looks for marks.
  ///
  /// - Parameters:
  ///   - names: The different names of the column.
  ///   - kind: The kind of names.
  init(_ names: [String], _ kind: NameSpelling.Kind) {
    let all = names.map { NameSpelling($0, kind) }
    let plain = Set(
      all.filter { $0.brackets.isEmpty && $0.signsInFront.isEmpty && $0.signsBehind.isEmpty }
        .map(\.bare))
    var behind: [String] = []
    var inFront: [String] = []
    if kind == .person {
      for (open, close) in [("(", ")"), ("[", "]"), ("（", "）")] {
        let marked = all.filter { $0.brackets.contains { $0.hasPrefix(open) } }
        guard let kind = bracketKind(marked, plain, open) else { continue }
        let others = "[^\(open == "[" ? "\\[\\]" : open + close)]*"
        behind.append(
          #"\s*\\#(open)\#(others)"# + (kind == .withFigures ? #"\d\#(others)"# : "")
            + #"\\#(close)"#)
      }
      inFront = signs(all.map(\.signsInFront))
      behind += signs(all.map(\.signsBehind)).map { #"\s*"# + $0 }
    }
    let numbered = kind == .horse ? names.filter(Self.endsInNumber) : []
    if Self.isProof(numbered.count, of: names.count) {
      behind.append(#"\s*\(\d{1,2}\)"#)
      examples.append("(\(numbered[0].split(separator: "(").last!)")
    }
    addWords(all, plain)
    let figures = words.filter { $0.first!.isNumber }
    let letters = words.filter { !$0.first!.isNumber }
    if !figures.isEmpty { behind.append(#"\s+\d[\d.]*\s*(?:lbs?|kg)?"#) }
    if !letters.isEmpty { behind.append(#"\s+(?:"# + letters.joined(separator: "|") + ")") }
    guard !inFront.isEmpty || !behind.isEmpty else { return }
    match =
      "^" + (inFront.isEmpty ? "" : "(?:" + inFront.joined(separator: "|") + #"|\s)*"#) + "(.*?)"
      + (behind.isEmpty ? "" : "(?:" + behind.joined(separator: "|") + ")*") + "$"
  }

  // MARK: - Implementation

  /// Whether a draw or number, which differs from run to run, is in brackets behind a horse's name.
  private static func endsInNumber(_ name: String) -> Bool {
    name.firstMatch(of: /\p{L}.*\(\d{1,2}\)$/) != nil
  }

  private enum BracketKind { case any, withFigures }

  /// Decides which brackets of one form are marks; nil for none.
  private mutating func bracketKind(
    _ marked: [NameSpelling], _ plain: Set<String>, _ open: String
  ) -> BracketKind? {
    let notes = marked.filter { spelling in
      let others = spelling.brackets.filter { !$0.contains(where: \.isNumber) }
      return others.contains { Self.knownNotes.contains($0.lowercased()) }
        || !others.isEmpty && plain.contains(spelling.bare)
    }
    let isKnown = notes.contains {
      $0.brackets.contains { Self.knownNotes.contains($0.lowercased()) }
    }
    let figures = marked.lazy.compactMap { $0.brackets.first { $0.contains(where: \.isNumber) } }
      .first
    if isKnown || Self.isProof(notes.count, of: marked.count) {
      examples.append(String(notes[0].brackets[0]))
      return .any
    }
    guard let figures else { return nil }
    examples.append(String(figures))
    return .withFigures
  }

  /// Returns expressions for the signs of some names; one of Japan's claims brings the others.
  private mutating func signs(_ all: [String]) -> [String] {
    var found: [Character] = []
    for sign in all.joined() where !found.contains(sign) { found.append(sign) }
    examples += found.map(String.init).filter { !examples.contains($0) }
    if found.contains(where: RiderClaims.signs.contains) {
      found += RiderClaims.signs.filter { !found.contains($0) }
    }
    return found.map { sign in
      let scalar = sign.unicodeScalars.first!
      if scalar.value > 0xFFFF { return "\\u{\(String(scalar.value, radix: 16))}" }
      return (scalar.isASCII ? "\\" : "") + String(sign)
    }
  }

  /// Finds the words that are marks.
  private mutating func addWords(_ all: [NameSpelling], _ plain: Set<String>) {
    var counts: [String: (names: Int, both: Int)] = [:]
    for spelling in all where !spelling.words.isEmpty {
      let known = spelling.shorter.firstIndex(where: plain.contains)
      for (place, word) in spelling.words.enumerated() {
        counts[String(word), default: (0, 0)].names += 1
        if let known, place <= known { counts[String(word)]!.both += 1 }
      }
    }
    words = counts.filter { word, count in
      let isKnown = Self.knownWords.contains(word) || word.first!.isNumber
      return isKnown ? count.both > 0 : Self.isProof(count.both, of: count.names)
    }.keys.sorted()
    examples += words.prefix(3)
  }

  private static func isProof(_ both: Int, of names: Int) -> Bool {
    both >= proof.names && Double(both) >= proof.share * Double(names)
  }
}
