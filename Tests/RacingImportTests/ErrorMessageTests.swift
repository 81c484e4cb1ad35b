import RacingImport
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

  @Test func `a file of unknown columns is refused`() {
    #expect(
      message("a,b\n1,2\n") == "file1.csv: found the columns a, b; expected those of a file that "
        + "the mapping railbird reads")
  }

  @Test func `a file that lacks a needed column is refused`() {
    #expect(
      message("date,pool,combination,dividend_hkd\n", format: "hkjc")
        == "file1.csv: found the columns date, pool, combination, dividend_hkd; expected also "
        + "venue, race_no")
    #expect(
      message("race_id,date,horse\n")
        == "file1.csv: found the columns race_id, date, horse; expected also position or outcome")
  }

  @Test(arguments: [
    (
      mapping("colour: {column: x}"), "results: the field colour",
      "one of age, beaten_lengths, bsp, class, country, course, date, distance_m, draw, field_size, "
        + "going, handicap, horse, horse_id, jockey, number, off_time, official_rating, outcome, "
        + "owner, place_bsp, position, prize, race_id, race_name, race_no, sex, sire, source, sp, "
        + "surface, tote, tote_paid, trainer, weight_lb"
    ),
    (
      mapping("prize: {column: x, divide_by: 0}"), "results: the field prize with divide_by 0",
      "a stake above 0"
    ),
    (
      mapping("sp: {column: x, at_least: one}"), "results: the field sp with at_least one",
      "a decimal number"
    ),
    (
      mapping("horse: {join: []}"), "results: the field horse with an empty join",
      "at least one column"
    ),
    (
      mapping("horse: {column: x, between: [\"（\", \"）\"]}"),
      "results: the field horse with between （ ）", "two ASCII marks"
    ),
    (
      mapping().replacing("  date: {column: date}", with: ""),
      "results: no field date that every file has", "race_id and date in every table"
    ),
    (
      mapping().replacing(
        "race_id: {column: race_id}", with: "race_id: {column: a, optional: true}"),
      "results: no field race_id that every file has", "race_id and date in every table"
    ),
  ])
  func `a mapping that makes no sense is refused`(yaml: String, found: String, expected: String) {
    #expect(
      message("race_id,date\n", yaml: yaml) == "test.yaml: found \(found); expected \(expected)")
  }

  @Test func `a text that is no mapping is refused`() {
    let text = message("race_id,date\n", yaml: "name: [")
    #expect(text.hasPrefix("test.yaml: found ") && text.hasSuffix("; expected a mapping"))
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
