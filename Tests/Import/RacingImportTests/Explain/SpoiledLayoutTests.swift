import MappingProposals
import Testing

/// Files that are not what their first lines or their cells say.
struct SpoiledLayoutTests {
  private static func doubts(_ page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix("# - ") }.map { String($0.dropFirst(4)) }
  }

  private static let rows = "2024-05-01,York,7,H1,1,2.5,x\n2024-05-01,York,7,H2,2,3.5,x\n"

  @Test(arguments: [
    ("date,course,race_id,horse,pos,sp\n" + rows, "6 cells, most rows below it have 7"),
    (
      "# exported by X\ndate,course,race_id,horse,pos,sp,note\n" + rows,
      "1 cell, most rows below it have 7"
    ),
  ])
  func `a first line of another width than the rows is reported first`(text: String, found: String)
    throws
  {
    let store = TestStore()
    let page = try FileExplanation(file: store.file(text)).text
    #expect(
      Self.doubts(page).first
        == "the first line has \(found): rows of another width than the header are left out")
    #expect(!page.contains("always empty"))
  }

  @Test func `a row of another width is no doubt`() throws {
    let store = TestStore()
    let page = try FileExplanation(file: store.file(RunnerFile().csv + "short\n")).text
    #expect(page.contains("# Doubts: none"))
  }

  @Test(arguments: [("獨贏", "位置"), ("WIN", "PLACE")], [1, 12])
  func `dividends without a header line have no horse`(words: (String, String), raceCount: Int)
    throws
  {
    let (win, place) = words
    let rows = (1...raceCount).flatMap { race in
      [(win, 3, 25.5), (place, 3, 12.5), (place, 5, 31), (place, 9, 14)].map { pool, number, pays in
        "2024-05-\(race / 6 + 10),Thornbury,\(race % 6 + 1),\(pool),\(number),\(pays)\n"
      }
    }
    let store = TestStore()
    let page = try FileExplanation(file: store.file(rows.joined())).text
    let told =
      "column_4: words for pools, such as \(win), \(place), so the file looks like dividends; give "
      + "its columns their names, this one pool, the others combination, dividend and so on"
    #expect(Self.doubts(page).contains(told), "\(page)")
    #expect(!page.contains("\n      horse:") && !page.contains("found neither a name"))
  }

  @Test(arguments: [
    (["2024-02-05", "Evens", "2024-04-07", "33/1"], "excel_date_day_first"),
    (["5/2/2024", "Evens", "7/4/2024", "33/1"], "excel_date_day_first"),
  ])
  func `fractional odds that a spreadsheet made days of are read`(cells: [String], format: String)
    throws
  {
    let file = RunnerFile().with("SP") { _, runner in cells[runner] }
    let store = TestStore()
    let page = try file.explained(store)
    #expect(page.contains("      sp: {column: SP, format: [fractional, \(format)]}"), "\(page)")
    #expect(
      page.contains("# - SP: a spreadsheet has made days of fractions, such as \(cells[0]), "))
    try store.add(file.csv, yaml: page)
    #expect(try Array(store.values("sp").prefix(4)) == ["3.5", "2", "2.75", "34"])
  }

  @Test(arguments: [
    (
      ["\"\"", "nk", "2-Jan", "2004-02-03"], "excel_date", "2-Jan, 2004-02-03",
      "with the month first (excel_date); where the day comes first, write excel_date_day_first",
      ["", "0.3", "0.5", "2.75"]
    ),
    (
      ["\"\"", "nk", "2-Jan", "2-Mar-04"], "excel_date_day_first", "2-Jan, 2-Mar-04",
      "with the day first (excel_date_day_first); where the month comes first, write excel_date",
      ["", "0.3", "0.5", "2.75"]
    ),
  ])
  func `lengths that a spreadsheet made days of are read`(
    cells: [String], format: String, shown: String, order: String, values: [String]
  ) throws {
    let file = RunnerFile().with("lbw") { _, runner in cells[runner] }
    let store = TestStore()
    let page = try file.explained(store)
    #expect(page.contains("      beaten_lengths: {column: lbw, format: [lengths, \(format)]}"))
    #expect(
      Self.doubts(page) == [
        "lbw: a spreadsheet has made days of fractions, such as \(shown); they are read \(order)"
      ])
    #expect(try store.add(file.csv, yaml: page).counts == [24, 24, 0, 0])
    #expect(try Set(store.values("beaten_lengths")).sorted() == values)
  }
}
