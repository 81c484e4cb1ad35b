import TestSupport

/// Writes random JSON documents in which rows may be at a path.
struct JSONGenerator {
  var random: SeededGenerator
  /// Names of members, and the same as parts of a path.
  static let names: [(name: String, part: String)] = [
    ("a", "a"), ("b", "b"), ("runs", "runs"), ("b/c", "b~1c"), ("x~y", "x~0y"), ("é🐎", "é🐎"),
    ("*", "~2*"), ("..", "~2.."), ("", "~2"), ("@key", "~2@key"), ("q\"\\", "q\"\\"),
  ]

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  /// Returns a document with rows at `steps`, or nearly so.
  mutating func document(_ steps: ArraySlice<String>) -> String {
    let isRoot = steps.first == "*" || !steps.isEmpty
    return container(steps, isRoot: isRoot)
  }

  private mutating func container(_ steps: ArraySlice<String>, isRoot: Bool) -> String {
    guard let step = steps.first else { return object(depth: 2) }
    if !isRoot && chance(10) { return scalar() }
    if step != "*" {
      var members = members(depth: 1).filter { $0.0 != step }
      if chance(90) {
        let place = Int.random(in: 0...members.count, using: &random)
        members.insert((step, container(steps.dropFirst(), isRoot: false)), at: place)
      }
      return object(members)
    }
    let count = Int.random(in: 0...4, using: &random)
    if chance(50) {
      let keys = (0..<count).map { "k\($0) é\"" }
      var members = keys.map { ($0, chance(10) ? scalar() : below(steps)) }
      if chance(30) { members.append(("z", scalar())) }
      return object(members)
    }
    let elements = (0..<count).map { _ in chance(10) ? scalar() : below(steps) }
    return "[" + space() + elements.joined(separator: space() + "," + space()) + space() + "]"
  }

  private mutating func below(_ steps: ArraySlice<String>) -> String {
    container(steps.dropFirst(), isRoot: false)
  }

  private mutating func members(depth: Int) -> [(String, String)] {
    Self.names.shuffled(using: &random).prefix(Int.random(in: 0...7, using: &random)).map {
      ($0.name, value(depth: depth))
    }
  }

  private mutating func object(depth: Int) -> String { object(members(depth: depth)) }

  private mutating func object(_ members: [(String, String)]) -> String {
    let texts = members.map { string($0) + space() + ":" + space() + $1 }
    return "{" + space() + texts.joined(separator: "," + space()) + space() + "}"
  }

  private mutating func value(depth: Int) -> String {
    guard depth > 0, chance(35) else { return scalar() }
    return chance(60) ? object(depth: depth - 1) : "[\(scalar()),\(object(depth: depth - 1))]"
  }

  private mutating func scalar() -> String {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return "null"
    case 1: return chance(50) ? "true" : "false"
    case 2: return "\(Int64.random(in: .min ... .max, using: &random))"
    case 3: return "\(Int.random(in: -20...20, using: &random))"
    case 4: return "\(Double(Int.random(in: -99_999...99_999, using: &random)) / 64 + 0.001)"
    default: return string(text())
    }
  }

  private mutating func text() -> String {
    let letters: [Unicode.Scalar] = [
      "a", "Z", " ", "\"", "\\", "/", "\n", "\t", "\u{1}", "é", "潘", "🐎", "{", "]", ",", ":",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      text.unicodeScalars.append(letters.randomElement(using: &random)!)
    }
    return text
  }

  /// Returns a string, some of its characters as escapes.
  private mutating func string(_ text: String) -> String {
    var written = "\""
    for scalar in text.unicodeScalars {
      let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      if mustEscape && scalar.value >= 0x20 && chance(50) {
        written += "\\\(scalar)"
      } else if mustEscape || chance(15) {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: chance(50))
          written += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else if scalar == "/" && chance(50) {
        written += "\\/"
      } else {
        written.unicodeScalars.append(scalar)
      }
    }
    return written + "\""
  }

  private mutating func space() -> String {
    chance(80) ? "" : [" ", "\n", "\t", "\r\n  "].randomElement(using: &random)!
  }
}

extension JSONGenerator {
  /// Writes files of documents with rows at a path, and inspects each.
  ///
  /// - Parameters:
  ///   - path: The path; of alternative names the first is written, and `[]` is left out.
  ///   - isLines: Whether to write NDJSON files of several documents, rather than JSON files of
  ///     one.
  ///   - folder: The folder of the files.
  ///   - body: Inspects a file, with the round and its documents.
  /// - Throws: An error of writing a file or of `body`.
  static func withFiles(
    _ path: String, isLines: Bool, in folder: TemporaryFolder,
    _ body: (_ round: Int, _ documents: [String], _ file: String, inout JSONGenerator) throws
      -> Void
  ) throws {
    let steps = path.split(separator: "/").map { String($0.split(separator: "|")[0]) }
      .filter { $0 != "[]" }[...]
    var generator = JSONGenerator(random: SeededGenerator(UInt64(path.utf8.count)))
    for round in 0..<(isLines ? 5 : 20) {
      let documents = (0..<(isLines ? 8 : 1)).map { _ in generator.document(steps) }
      let file = try folder.write(
        documents.joined(separator: "\n"), to: "\(round)." + (isLines ? "ndjson" : "json"))
      try body(round, documents, file, &generator)
    }
  }
}
