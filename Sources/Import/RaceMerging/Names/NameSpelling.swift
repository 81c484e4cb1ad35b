/// A name as a source spells it, taken apart: the name, and the marks that sources put around it.
///
/// Marks are claims, records and notes in brackets, signs such as `▲` and `*`, and short words
/// behind the name such as `AP`, which only the other names of a file show to be marks.
package struct NameSpelling {
  /// The kinds of names, which have different marks.
  package enum Kind {
    /// Riders and trainers.
    case person
    /// Horses, whose brackets distinguish two horses of one name, and which have no signs.
    case horse
    /// Owners and courses, whose brackets are a part of the name.
    case whole

    /// Finds the kind of a field's names.
    package init(role: String) {
      self =
        switch role {
        case "jockey", "trainer": .person
        case "horse", "sire": .horse
        default: .whole
        }
    }
  }

  /// The texts in brackets behind the name, with their brackets, the last one first.
  package private(set) var brackets: [Substring] = []
  /// The signs in front of the name.
  package private(set) var signsInFront = ""
  /// The signs behind the name.
  package private(set) var signsBehind = ""
  /// The words behind the name that may be marks, the last one first.
  package private(set) var words: [Substring] = []
  /// The folded name without brackets and signs.
  package let bare: String
  /// The folded name with its two parts turned, of a person such as `Ash, Ann`; nil for others.
  let turned: String?
  /// The folded brackets, or `*` where they have no letter and there are signs alone; empty for no
  /// mark.
  let mark: String
  /// The folded names without the last one, two … of ``words``.
  package let shorter: [String]

  /// Takes a spelling apart.
  package init(_ name: String, _ kind: Kind) {
    var rest = name[...].trimmingBlanks
    let length = rest.count
    var (brackets, words): ([Substring], [Substring]) = ([], [])
    if kind != .whole { Self.cut(&brackets, from: &rest) }
    if kind == .person, rest.contains(where: \.isLetter) {
      while let sign = rest.first, Self.isSign(sign) {
        signsInFront.append(sign)
        rest = rest.dropFirst().trimmingBlanks
      }
      while let sign = rest.last, Self.isSign(sign) {
        signsBehind.append(sign)
        rest = rest.dropLast().trimmingBlanks
        Self.cut(&brackets, from: &rest)
      }
    }
    bare = NameFolding.whole(String(rest))
    turned = kind == .person ? Self.turned(rest).map { NameFolding.whole($0) } : nil
    let inBrackets = NameFolding.whole(brackets.joined())
    mark = inBrackets.isEmpty && rest.count < length ? "*" : inBrackets
    var left = kind == .whole ? [] : rest.split(separator: " ")
    var shorter: [String] = []
    while left.count > 1, words.count < Self.wordCount, Self.mayBeMark(left.last!, of: kind) {
      words.append(left.removeLast())
      shorter.append(NameFolding.whole(left.joined(separator: " ")))
    }
    (self.brackets, self.words, self.shorter) = (brackets, words, shorter)
  }

  /// Whether a name may have marks; a glance that is sure of most names without any.
  static func mayHaveMarks(_ name: Slice<UnsafeBufferPointer<UInt8>>, _ kind: Kind) -> Bool {
    if kind == .whole { return false }
    if kind == .person, name.contains(UInt8(ascii: ",")) { return true }
    func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte }
    func isPart(_ byte: UInt8) -> Bool {
      97...122 ~= byte | 0x20 || byte == UInt8(ascii: ".") || kind == .horse && isDigit(byte)
        || NameFolding.ideographs ~= byte
    }
    guard let first = name.first, let last = name.last, isPart(first),
      isPart(last < 0x80 ? last : name.suffix(3).first!)
    else { return true }
    // Safety: places lie within the name, which has some letter behind its last blank.
    guard let space = name.suffix(6).lastIndex(of: UInt8(ascii: " ")) else { return false }
    let word = name[(space + 1)...]
    return kind == .person && isDigit(word[space + 1])
      || word.count <= 3 && word.allSatisfy { 65...90 ~= $0 }
  }

  // MARK: - Implementation

  /// The most words at the end that are marks, such as letters for a horse's gear.
  private static let wordCount = 4

  /// Returns a name with the given name first, which some sources write behind a comma: `Ash, Ann`;
  /// nil for other names.
  private static func turned(_ name: Substring) -> String? {
    let parts = name.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.contains(where: \.isLetter) }) else { return nil }
    return parts[1] + " " + parts[0]
  }

  private static let pairs: [Character: Character] = [")": "(", "]": "[", "）": "（"]

  private static func cut(_ brackets: inout [Substring], from name: inout Substring) {
    while let last = name.last, let open = pairs[last], let start = name.lastIndex(of: open),
      name[..<start].contains(where: \.isLetter)
    {
      brackets.append(name[start...])
      name = name[..<start].trimmingBlanks
    }
  }

  private static func isSign(_ letter: Character) -> Bool {
    // A letter with a combining mark is none.
    letter.unicodeScalars.count == 1 && (letter.isSymbol || "*＊†‡".contains(letter))
  }

  /// Whether a word may be a mark.
  ///
  /// Of a horse these are one to three capitals without a vowel, as gear is abbreviated; of a
  /// person two or three capitals, such as `AP`, or a claim such as `3` or `3kg`. Numbers such as
  /// `II` are none.
  private static func mayBeMark(_ word: Substring, of kind: Kind) -> Bool {
    if kind == .person, word.first?.isNumber == true { return word.count <= 5 }
    return (kind == .horse ? 1...3 : 2...3).contains(word.count) && word.allSatisfy(\.isUppercase)
      && !word.allSatisfy { "IVX".contains($0) } && !["JR", "SR"].contains(word)
      && (kind == .person || !word.contains { "AEIOU".contains($0) })
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
