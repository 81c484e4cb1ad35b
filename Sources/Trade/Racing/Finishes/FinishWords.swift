import Columns

/// The words that results print in place of a position, or beside one: `FinishWords.csv`.
///
/// A line has a word, its language (ISO 639), its outcome and a publisher that prints it, or
/// `dictionary` where no publisher is known. Words are in small letters, without points and
/// slashes, with blanks for hyphens and underscores; whole words are compared without blanks. A `*`
/// at the end matches any ending. `dead_heat` and `placed` are marks beside a position: the second
/// leaves it as it is, such as 降 of a demoted runner.
///
/// - Edge cases: where languages differ on a word, its first line counts, unless the caller names
///   another of its languages.
public struct FinishWords: Sendable {
  /// A word's meaning in one language.
  public struct Meaning: Equatable, Sendable {
    /// The language's code, such as `sv`.
    public let language: String
    /// The end of the run.
    public let outcome: Outcome
    /// A publisher whose results have the word.
    public let source: String
  }

  /// A mark beside a position.
  enum Mark {
    case deadHeat
    case placed
  }

  /// The words that are part of the program.
  public static let standard = FinishWords(RuleLines(EmbeddedFile("Racing/FinishWords.csv").bytes))

  /// The meanings of each word, in the file's order.
  private var meanings: [String: [Meaning]] = [:]
  /// Beginnings of words.
  private var beginnings: [(text: String, meaning: Meaning)] = []
  private var marks: [String: Mark] = [:]
  /// The marks that leave a position as it is.
  private var placedMarks: [String] = []

  /// The codes of the languages, sorted.
  public var languages: [String] {
    let all = meanings.values.joined().map(\.language)
    return Set(all).sorted()
  }

  /// Returns the meanings of a text in all languages, the general one first.
  ///
  /// - Parameter text: The text as results print it.
  /// - Returns: The meanings; none for a position or an unknown word.
  public func meanings(of text: String) -> [Meaning] { meanings(ofFolded: Self.folded(text)) }

  // MARK: - Implementation

  init(_ lines: RuleLines) {
    for row in 0..<lines.count {
      let word = lines.text("word", row)!
      let name = lines.text("outcome", row)!
      if let mark: Mark = name == "dead_heat" ? .deadHeat : name == "placed" ? .placed : nil {
        marks[word] = mark
        if mark == .placed { placedMarks.append(word) }
        continue
      }
      let meaning = Meaning(
        language: lines.text("language", row)!, outcome: Outcome(name: name)!,
        source: lines.text("source", row)!)
      if word.last == "*" {
        beginnings.append((String(word.dropLast()), meaning))
      } else {
        meanings[word.filter { $0 != " " }, default: []].append(meaning)
      }
    }
  }

  /// Returns the outcome of a folded word.
  func outcome(_ folded: String, language: String?) -> Outcome? {
    let found = meanings(ofFolded: folded)
    return (found.first { $0.language == language } ?? found.first)?.outcome
  }

  /// Returns the mark of a folded text beside a position, such as `rd=`; nil for another text.
  func mark(_ folded: Substring) -> Mark? {
    let text = Self.bare(folded).filter { $0 != "." }
    guard !text.isEmpty else { return .placed }
    if let mark = marks[text] { return mark }
    for ordinal in placedMarks where text.hasPrefix(ordinal) {
      let rest = Self.bare(text.dropFirst(ordinal.count))
      if let mark = marks[String(rest)] { return mark }
    }
    return nil
  }

  /// Returns a text in small letters, with narrow letters for wide ones and plain blanks.
  static func folded(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E: folded.append(Unicode.Scalar(scalar.value - 0xFEE0)!)
      case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: folded.append(" ")
      // Marks without a width, and the second point of a small Turkish i.
      case 0x200B...0x200D, 0x2060, 0xFEFF, 0x307: continue
      default: folded.append(scalar)
      }
    }
    // A wide capital is lowercased only after it is narrow.
    return String(folded).lowercased()
  }

  private func meanings(ofFolded text: String) -> [Meaning] {
    var word = Self.bare(text[...])
    if word.last == "*" { word = word.dropLast() }
    let plain = String(
      word.compactMap { "_-".contains($0) ? " " : "./'’".contains($0) ? nil : $0 })
    if let found = meanings[plain.filter { $0 != " " }] { return found }
    return beginnings.filter { plain.hasPrefix($0.text) }.map(\.meaning)
  }

  /// Returns a text without blanks and one pair of brackets around it.
  private static func bare(_ text: Substring) -> Substring {
    func trimmed(_ text: Substring) -> Substring {
      let rest = text.drop { $0 == " " }
      return rest.last == " " ? trimmed(rest.dropLast()) : rest
    }
    let text = trimmed(text)
    let isBracketed = ["()", "[]"].contains { text.first == $0.first && text.last == $0.last }
    return isBracketed && text.count > 1 ? trimmed(text.dropFirst().dropLast()) : text
  }
}
