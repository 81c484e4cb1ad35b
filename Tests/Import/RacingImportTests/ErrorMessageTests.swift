import Mappings
import TabularFiles
import Testing

struct ErrorMessageTests {
  private func message(_ text: String, yaml: String? = nil, format: String = "railbird") -> String {
    let store = TestStore()
    do {
      let file = try store.file(text)
      _ = try store.add([file], format: format, yaml: yaml)
      return "no error"
    } catch {
      return "\(error)".replacing(store.folder + "/", with: "")
    }
  }

  /// Returns a mapping with another name.
  private static func named(_ name: String) -> String {
    mapping().replacing("name: test", with: "name: \(name)")
  }

  @Test(arguments: ["\"2024\"", "'true'", "2024 results", "Größe", "x"])
  func `a name of a mapping is any other text`(name: String) throws {
    #expect(throws: Never.self) { try Mapping(yaml: Self.named(name), file: "test.yaml") }
  }

  @Test func `a file of unknown columns is refused`() {
    #expect(
      message("a,b\n1,2\n") == "file1.csv: found the columns a, b; expected those of a file that "
        + "the mapping railbird reads; railbird import --explain proposes a mapping")
  }

  @Test func `a file that lacks a needed column is refused`() {
    #expect(
      message("date,pool,combination,dividend_hkd\n", format: "hkjc")
        == "file1.csv: found the columns date, pool, combination, dividend_hkd; expected also "
        + "venue, race_no")
  }

  @Test(arguments: [
    (mapping("jocky: {column: x}"), 11, "the field jocky", "jockey"),
    (mapping("horse: {colum: x}"), 11, "the member colum", "column"),
    (mapping("sp: {column: x, at_least: one}"), 11, "one", "a decimal number"),
    (mapping("prize: {column: x, stake: 0}"), 11, "0", "a whole number from 1 to 1000000"),
    (mapping("horse: {join: []}"), 11, "an empty join", "at least one column"),
    (mapping("horse: {column: [a, b]}"), 11, "a list", "a column's name"),
    (mapping("horse: {}"), 11, "no column", "column, join, first_of or default"),
    (
      mapping("horse: {column: x, between: [\"（\", \"）\"]}"), 11, "between （ ）",
      "two ASCII marks"
    ),
    (mapping("sp: {column: x, format: furlongs}"), 11, "the format furlongs for sp", "american"),
    (
      mapping("off_time: {column: x, zone: Mars/Base}"), 11, "the time zone Mars/Base",
      "one such as Europe/London"
    ),
    (mapping("sp: {column: x, bad: maybe}"), 11, "maybe", "one of reject, null"),
    (mapping("horse: {column: x, match: '('}"), 11, "(", "a regular expression"),
    (mapping(key: "[colour]"), 7, "the field colour", "one of "),
    (mapping(key: "[]"), 7, "no field", "at least one"),
    (named(""), 1, "nothing", "a name in letters"),
    (named("\"\""), 1, "nothing", "a name in letters"),
    (named("' \t'"), 1, "nothing", "a name in letters"),
    (named("\u{200B}"), 1, "nothing", "a name in letters"),
    (named("\" \u{3164}\u{2800}\u{FE0F}\""), 1, "nothing", "a name in letters"),
    (named("\"\\u00AD\\u180E\\u200D\""), 1, "nothing", "a name in letters"),
    (named("~"), 1, "nothing", "a name in letters"),
    (named("!"), 1, "nothing", "a name in letters"),
    (named("null"), 1, "nothing", "a name in letters"),
    (named("2024"), 1, "2024", "a name in letters"), (named("1.5"), 1, "1.5", "a name in letters"),
    (named("true"), 1, "true", "a name in letters"),
    (named("[a]"), 1, "a list", "a name in letters"),
    (named("\"a\\0b\""), 1, "a control character in the text", "a name in letters"),
    (mapping().replacing("feeds: runners", with: "feeds:"), 5, "nothing", "one of runners"),
    (mapping().replacing("  results:", with: "  \"\":"), 4, "no name", "a table's name"),
    (
      mapping().replacing("race_id: {column: race_id}", with: "horse: x")
        .replacing("feeds: runners", with: "feeds: runners\n    constants: {race_id: \"\"}"), 4,
      "no field race_id that every file has", "one in a table of runners"
    ),
    (
      mapping().replacing("feeds: runners", with: "feeds: riders"), 5, "riders",
      "one of runners, races, dividends, lookup"
    ),
    (
      mapping().replacing("  date: {column: date}", with: ""), 4,
      "no field date that every file has", "one in a table of runners"
    ),
    (
      mapping().replacing(
        "race_id: {column: race_id}", with: "race_id: {column: a, optional: true}"), 4,
      "no field race_id that every file has", "one in a table of runners"
    ),
  ])
  func `a mapping that makes no sense is refused with its line`(
    yaml: String, line: Int, found: String, expected: String
  ) {
    let text = message("race_id,date\n", yaml: yaml)
    #expect(text.hasPrefix("test.yaml:\(line): found \(found); expected "), "\(text)")
    #expect(text.contains(expected), "\(text)")
  }

  @Test func `a misspelt field comes with the nearest one`() {
    let text = message("race_id,date\n", yaml: mapping("jocky: {column: x}"))
    #expect(text.hasSuffix(", off_order (nearest: jockey)"), "\(text)")
  }

  @Test func `a text that is no mapping is refused`() {
    let text = message("race_id,date\n", yaml: "name: [")
    #expect(text.hasPrefix("test.yaml") && text.hasSuffix("; expected YAML"), "\(text)")
  }

  @Test func `a file error and a store error speak for themselves`() {
    #expect(
      ImportError.file(.empty(file: "a.csv")).description
        == FileError.empty(file: "a.csv").description)
    #expect(
      ImportError.store(.notAStore(store: "s", found: "a folder that holds x")).description
        .hasPrefix("s: found"))
  }

  @Test func `a refused file leaves the store as it was`() throws {
    let store = TestStore()
    try store.add("race_id,date,horse\nr1,2024-01-01,Ann\n")
    let before = try store.exported()
    let files = try [
      store.file("race_id,date,horse\nr2,2024-01-01,Bea\n"), store.file("a,b\n1,2\n"),
    ]
    #expect(throws: ImportError.self) { _ = try store.add(files) }
    #expect(try store.exported() == before)
    #expect(try store.snapshot.generation == 1)
  }
}
