import Yams

/// One value of a YAML file, with its place for messages.
public struct YAMLValue {
  /// The file's name in messages.
  public let file: String
  /// Its line, from 1.
  public let line: Int
  private let node: Node

  /// Reads a YAML text of one document.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - file: Its name in messages.
  /// - Throws: ``YAMLError`` if it is not YAML, or empty.
  public init(text: String, file: String) throws(YAMLError) {
    guard text.utf8.count <= Limits.textBytes else {
      throw YAMLError(
        place: file, found: "\(text.utf8.count) bytes", expected: "at most \(Limits.textBytes)")
    }
    if let line = YAMLAliases.tooLongLine(text) {
      throw YAMLError(
        place: "\(file):\(line)", found: "aliases of aliases, too long when written out",
        expected: "at most \(Limits.expandedBytes) bytes")
    }
    if let line = YAMLDepth.tooDeepLine(text) {
      throw YAMLError(
        place: "\(file):\(line)", found: "more than \(Limits.nesting) levels of lists",
        expected: "YAML")
    }
    let parsed: Node?
    do {
      parsed = try Yams.compose(yaml: text)
    } catch {
      let (line, problem) = Self.explain(error)
      throw YAMLError(
        place: line.map { "\(file):\($0)" } ?? file,
        found: problem.hasPrefix("found ") ? String(problem.dropFirst(6)) : problem,
        expected: "YAML")
    }
    guard let parsed else {
      throw YAMLError(place: file, found: "an empty file", expected: "YAML")
    }
    self.init(parsed, file: file)
  }

  init(_ node: Node, file: String) {
    self.node = node
    self.file = file
    line = node.mark?.line ?? 1
  }

  /// The file and line.
  public var place: String { "\(file):\(line)" }

  /// Makes an error at this place.
  public func mistake(found: String, expected: String) -> YAMLError {
    YAMLError(place: place, found: found, expected: expected)
  }

  /// Whether it is a list.
  public var isList: Bool { node.sequence != nil }

  /// Whether it has members.
  public var hasMembers: Bool { node.mapping != nil }

  /// Whether the value is missing, or `null` without quotes.
  public var isNull: Bool {
    guard let scalar = node.scalar, scalar.style == .plain else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
  }

  /// Returns its text; numbers, days and flags count as written.
  ///
  /// - Parameter what: The expected content, in words.
  /// - Returns: The text.
  /// - Throws: ``YAMLError`` if it is a list or has members.
  public func text(_ what: String = "a text") throws(YAMLError) -> String {
    guard let scalar = node.scalar else { throw mistake(found: kind, expected: what) }
    return scalar.string
  }

  /// Returns its text as a name; a number, flag or blank is no name.
  ///
  /// - Parameter what: The expected content, in words.
  /// - Returns: The text.
  /// - Throws: ``YAMLError`` for a list or members; for a number, a flag or nothing without quotes;
  ///   and for a text that is blank, invisible or has control characters.
  public func name(_ what: String) throws(YAMLError) -> String {
    let text = try text(what)
    guard !Self.isBlank(text), !isNull else {
      throw mistake(found: "nothing", expected: what)
    }
    let isQuoted = node.scalar?.style != .plain
    guard isQuoted || ![.bool, .int, .float].contains(Resolver.default.resolveTag(of: node)) else {
      throw mistake(found: text, expected: what)
    }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw mistake(found: "a control character in the text", expected: what)
    }
    return text
  }

  /// Whether a text has no visible character: only blanks, format marks and fillers.
  ///
  /// - Parameter text: The text.
  /// - Returns: The answer; true for an empty text.
  public static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
        || [.format, .unassigned].contains(properties.generalCategory)
        // The blank pattern of Braille.
        || scalar == "\u{2800}"
    }
  }

  /// The elements of a list, or the value itself.
  public var values: [YAMLValue] {
    guard let sequence = node.sequence else { return [self] }
    return sequence.map { YAMLValue($0, file: file) }
  }

  /// Returns the texts of a list, or its own text.
  ///
  /// - Parameter what: The expected content, in words.
  /// - Returns: The texts.
  /// - Throws: ``YAMLError`` if one is a list or has members.
  public func texts(_ what: String = "a text or a list of texts") throws(YAMLError) -> [String] {
    var texts: [String] = []
    for value in values { texts.append(try value.text(what)) }
    return texts
  }

  /// Reads one of several words.
  ///
  /// - Parameter words: The words.
  /// - Returns: The word.
  /// - Throws: ``YAMLError`` for any other.
  public func word<Word: RawRepresentable & CaseIterable>(_ words: Word.Type) throws(YAMLError)
    -> Word where Word.RawValue == String
  {
    let known = Word.allCases.map(\.rawValue)
    let text = try text("one of " + known.joined(separator: ", "))
    guard let word = Word(rawValue: text) else {
      throw mistake(
        found: text.isEmpty ? "nothing" : text, expected: "one of " + known.joined(separator: ", "))
    }
    return word
  }

  /// Reads a whole number.
  ///
  /// - Parameter range: The allowed numbers.
  /// - Returns: The number.
  /// - Throws: ``YAMLError`` for anything else.
  public func number(in range: ClosedRange<Int>) throws(YAMLError) -> Int {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    let text = try text(expected)
    guard let number = Int(text), range.contains(number) else {
      throw mistake(found: text, expected: expected)
    }
    return number
  }

  /// Reads true or false.
  ///
  /// - Returns: The flag.
  /// - Throws: ``YAMLError`` for anything else.
  public func flag() throws(YAMLError) -> Bool {
    switch try text("true or false") {
    case "true": return true
    case "false": return false
    case let other: throw mistake(found: other, expected: "true or false")
    }
  }

  /// Returns its members by name, in the file's order.
  ///
  /// - Parameter what: The expected content, in words.
  /// - Returns: The members.
  /// - Throws: ``YAMLError`` if it has none, or one twice.
  public func members(_ what: String) throws(YAMLError) -> YAMLMembers {
    guard let mapping = node.mapping else { throw mistake(found: kind, expected: what) }
    var members: [(name: String, value: YAMLValue)] = []
    for (key, value) in mapping {
      let name = try YAMLValue(key, file: file).text("a name")
      members.append((name, YAMLValue(value, file: file, atLeast: key.mark?.line)))
    }
    return YAMLMembers(self, members)
  }

  // MARK: - Implementation

  private init(_ node: Node, file: String, atLeast line: Int?) {
    self.node = node
    self.file = file
    self.line = line ?? node.mark?.line ?? 1
  }

  private var kind: String {
    if node.sequence != nil { return "a list" }
    if node.mapping != nil { return "named members" }
    let text = node.scalar?.string ?? ""
    return text.isEmpty ? "nothing" : text
  }

  private static func explain(_ error: any Error) -> (Int?, String) {
    guard let error = error as? YamlError else { return (nil, "\(error)") }
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return (mark.line, problem)
    case .reader(let problem, _, _, _): return (nil, problem)
    case .duplicatedKeysInMapping(let duplicates, let context):
      return (context.mark.line, "\(duplicates.first ?? "a name") twice")
    default: return (nil, "\(error)")
    }
  }
}

/// Finds nesting that would exhaust the stack of the recursive YAML parser.
enum YAMLDepth {
  /// Returns the first line with brackets, or list marks before any text, that may be nested too
  /// deeply.
  ///
  /// Brackets in texts and comments count too. Nesting by indentation alone needs one line per
  /// level, each longer than the one before.
  static func tooDeepLine(_ text: String) -> Int? {
    var (line, brackets, marks) = (1, 0, 0)
    var isLead = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"): (line, marks, isLead) = (line + 1, 0, true)
      case UInt8(ascii: "["), UInt8(ascii: "{"): (brackets, isLead) = (brackets + 1, false)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        (brackets, isLead) = (max(0, brackets - 1), false)
      case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"): marks += isLead ? 1 : 0
      case UInt8(ascii: " "): break
      default: isLead = false
      }
      if brackets > Limits.nesting || marks > Limits.nesting { return line }
    }
    return nil
  }
}
