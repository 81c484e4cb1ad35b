import MappingProposals
import Mappings
import TabularFiles
import TestSupport
import Testing

struct ExplainFuzzTests {
  private static let headers = [
    "date", "off", "course", "race_id", "horse", "pos", "sp", "weight", "dist", "jockey", "trainer",
    "non_runner", "名次", "bsp", "country", "surface", "pool", "combination", "dividend", "a: b",
    "#x", "- y", "'q'", "{z}", "a,b", "tab\tbed", "💡", "../course", "true", "1.5", "*",
  ]
  private static let cells = [
    "", "-", "1", "2", "0", "-1", "1.0", "9-5", "11/8F", "2024-05-13", "13/05/2024", "05/13/2024",
    "14:30", "1:05", "2:30 pm", "Ascot", "沙田 (S246)", "Café", "CafÃ©", "a: b", "# c", "'", "\"",
    "\\",
    "1e400", "true", "WINNER", "PU", "9-0", "57.5", "1m2f", "£1,000", "2017-01-01_Ascot_1_Grey",
    "\u{1}", "\u{85}\u{2028}", "👩‍👩‍👧", "nan", "=1+1", "GB", "IRE", "turf", "獨贏", "e\u{301}",
  ]

  @Test func `more columns than any table has are refused at once`() throws {
    let names = (0..<30_000).map { "c\($0)" }.joined(separator: ",")
    let store = TestStore()
    let path = try store.file(names + "\n" + names + "\n")
    #expect(
      throws: ImportError.file(
        .malformed(file: path, found: "30000 columns", expected: "at most 20000"))
    ) { try FileExplanation(file: path) }
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private func explained(_ path: String) throws -> FileExplanation? {
    let result = Result { try FileExplanation(file: path) }
    if case .failure(let error) = result, case .file = error as? ImportError { return nil }
    return try result.get()
  }

  /// Checks that a proposal parses, alone and with its comments, and reads as many rows as it says.
  private func check(_ text: String, ending: String) throws {
    let store = TestStore()
    let path = try store.file(text, ending: ending)
    // A file that is no table is refused as such.
    guard let explanation = try explained(path) else { return }
    let page = explanation.text
    #expect(try Mapping(yaml: page, file: "page.yaml") == explanation.mapping)
    #expect(page.split(separator: "\n").allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 } })
    guard explanation.mapping.tables["races"] == nil else { return }
    let file = try store.add([path], yaml: page)[0]
    #expect(
      page.contains(
        "# \(file.rowsRead) rows read = \(file.stored) stored + \(file.duplicates) duplicates + "
          + "\(file.rejected) rejected"))
  }

  @Test(arguments: LongForm.cases(0..<40, short: 8))
  func `random CSV files get a mapping that reads them`(salt: UInt64) throws {
    var random = SeededGenerator(salt)
    var names = Self.headers.shuffled(using: &random)
    names = Array(names.prefix(Int.random(in: 1...12, using: &random)))
    // Few different texts per column, so that columns look like fields.
    let pools = names.map { _ in
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Self.cells.randomElement(using: &random)!
      }
    }
    var lines = [names.map(quoted).joined(separator: ",")]
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      lines.append(pools.map { quoted($0.randomElement(using: &random)!) }.joined(separator: ","))
    }
    try check(lines.joined(separator: "\n") + "\n", ending: "csv")
  }

  @Test(arguments: LongForm.cases(0..<30, short: 8))
  func `random JSON files get a mapping that reads them`(salt: UInt64) throws {
    var random = RandomJSON(random: SeededGenerator(salt &+ 1000), cells: Self.cells)
    random.names = Self.headers.filter { !$0.contains("\t") }
    try check(random.value(3), ending: "json")
    let lines = (0..<5).map { _ in random.object(3) }
    try check(lines.joined(separator: "\n"), ending: "ndjson")
  }

  @Test func `a file of many columns is explained`() throws {
    let names = (0..<600).map { "column\($0)" }
    let text = [names, names.map { _ in "1" }].map { $0.joined(separator: ",") }.joined(
      separator: "\n")
    try check(
      "race_id,date,horse," + text.replacing("\n", with: "\nr1,2024-05-13,Ann,") + "\n",
      ending: "csv")
  }
}

/// JSON of any shape.
private struct RandomJSON {
  var random: SeededGenerator
  let cells: [String]
  var names: [String] = []

  mutating func value(_ depth: Int) -> String {
    guard Bool.random(using: &random) else { return object(depth) }
    var elements: [String] = []
    for _ in 0..<Int.random(in: 0...6, using: &random) { elements.append(object(depth)) }
    return "[" + elements.joined(separator: ", ") + "]"
  }

  mutating func object(_ depth: Int) -> String {
    var members: [String] = []
    let count = Int.random(in: 0...5, using: &random)
    for name in names.shuffled(using: &random).prefix(count) {
      let isNested = depth > 0 && Bool.random(using: &random)
      members.append("\"\(Self.escaped(name))\": " + (isNested ? value(depth - 1) : scalar()))
    }
    return "{" + members.joined(separator: ", ") + "}"
  }

  private mutating func scalar() -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: "null"
    case 1: "true"
    case 2: "12"
    default: "\"" + Self.escaped(cells.randomElement(using: &random)!) + "\""
    }
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\" + String(scalar)
      case _ where scalar.value < 0x10: "\\u000" + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }.joined()
  }
}
