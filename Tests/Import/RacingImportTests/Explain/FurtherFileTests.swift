import Foundation
import MappingProposals
import RowReading
import Testing

/// Files of one layout, of which the first one decides the mapping.
struct FurtherFileTests {
  /// Returns the page about a win file and a place file.
  private func page(_ win: RunnerFile, _ place: RunnerFile) throws -> String {
    let store = TestStore()
    let files = try [("win.csv", win), ("place.csv", place)].map { name, file in
      ImportFile(try store.file(file.csv), name: name)
    }
    let page = try FileExplanation(files: files).text
    #expect(page.contains("# A mapping for win.csv, place.csv, proposed by"))
    return page
  }

  private func doubts(_ page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix("# - ") }.map { String($0.dropFirst(4)) }
  }

  private let plain = RunnerFile().with("bsp") { _, runner in "\(runner + 3).5" }

  @Test func `the doubts of a further file have its name in front`() throws {
    let place = plain.with("bsp") { _, runner in "1.\(runner + 2)" }
    let told =
      "bsp: the inverse odds of a race sum to 2.98 (the median), not 0.8 to 1.6: a model's prices, "
      + "or another notation"
    #expect(try doubts(page(plain, place)) == ["place.csv: " + told])
    // A doubt about both is printed once, and none of the first is lost.
    #expect(try doubts(page(place, place)) == [told])
    #expect(try doubts(page(place, plain)) == [told])
  }

  @Test func `a further file with a mapping of its own is named with the fields`() throws {
    let place = plain.with("bsp") { _, runner in "\(runner + 2)/1" }
      .with("position") { _, runner in ["WINNER", "LOSER", "LOSER", "LOSER"][runner] }
    // Columns have one order in both.
    let win = plain.with("bsp") { _, runner in "\(runner + 3).5" }
      .with("position") { _, runner in "\(runner + 1)" }
    let page = try page(win, place)
    #expect(
      doubts(page) == [
        "place.csv: alone it would get another mapping, which differs in position, outcome, bsp"
      ])
    // Its rows are shown as the mapping on the page reads them.
    #expect(page.contains("# 24 rows read = 24 stored + 0 duplicates + 0 rejected\n# place.csv:"))
    #expect(
      page.contains(
        "# 24 rows read = 24 stored + 0 duplicates + 0 rejected\n"
          + "#   with a cell left empty: 24, such as: bsp: found 2/1; expected decimal odds above 1\n"
          + "#   without a known outcome: 24\n"))
  }

  @Test func `the days of a further file in another notation are read too`() throws {
    let iso = plain.without("race_id").with("race_no") { race, _ in "\(race + 1)" }
    let other = iso.with("date") { race, _ in "\(race + 20)/05/2024" }
    // Columns have one order in both.
    let page = try page(iso.with("date") { race, _ in "2024-05-\(race + 13)" }, other)
    #expect(
      page.contains("      date: {column: date, format: [YYYY-MM-DD, D/M/YYYY]}"), "\(page)")
    #expect(page.contains("      race_id: {join: [{field: date}, course, race_no]"))
    let counts = "# 24 rows read = 24 stored + 0 duplicates + 0 rejected\n"
    #expect(page.split(separator: counts, omittingEmptySubsequences: false).count == 3)
  }

  @Test func `files that differ in their examples alone raise no doubt`() throws {
    let other = plain.with("bsp") { race, runner in "\(runner + 3).\(race + 1)" }
    #expect(try doubts(page(plain, other)) == [])
  }

  @Test func `files of one layout in several encodings become one table that reads all`() throws {
    let store = TestStore()
    let text = plain.with("horse") { race, runner in "Caf\u{E9} \(race) \(runner)" }.csv
    let bytes: [(String, Data)] = [
      ("west.csv", text.data(using: .windowsCP1252)!), ("plain.csv", Data(text.utf8)),
      ("wide.csv", text.data(using: .utf16)!), ("again.csv", text.data(using: .windowsCP1252)!),
    ]
    let files = try bytes.map { name, bytes in
      let path = store.folder + "/" + name
      try bytes.write(to: URL(fileURLWithPath: path))
      return ImportFile(path)
    }
    let found = try FileExplanation(files: files)
    #expect(found.text.contains("\n    encoding: [utf-8, utf-16, windows-1252]\n"))
    #expect(found.text.components(separatedBy: "feeds: runners").count == 2)
    for (file, again) in zip(files, [false, true, true, true]) {
      let imported = try store.add([file.path], yaml: found.text)[0]
      #expect(imported.rejected == 0 && (imported.stored == 0) == again, "\(file.path)")
    }
    #expect(try store.values("horse").allSatisfy { $0.hasPrefix("Caf\u{E9} ") })
    // Files of one encoding get the words that they had.
    let west = try FileExplanation(files: [files[0], files[3]]).text
    #expect(west.contains("\n    encoding: windows-1252\n"))
    #expect(!(try FileExplanation(files: [files[1]]).text.contains("encoding:")))
  }

  @Test func `a text of UTF-8 with a damaged byte stays UTF-8 among several encodings`() throws {
    let store = TestStore()
    let yaml = mapping("number: {column: number}", "horse: {column: horse}")
      .replacing("tables:", with: "encoding: [utf-8, windows-1252]\ntables:")
    let head = "race_id,date,number,horse\n"
    let rows = "r1,2024-05-01,1,\u{C9}t\u{E9}\nr1,2024-05-01,2,No\u{EB}l\n"
    let bytes = Array((head + rows).utf8) + Array("r1,2024-05-01,3,Hot".utf8) + [0xE9, 0x0A]
    let imported = try store.add([store.file(bytes)], yaml: yaml)[0]
    #expect(imported.counts == [3, 2, 0, 1])
    #expect(try store.values("horse") == ["\u{C9}t\u{E9}", "No\u{EB}l"])
    #expect(try store.rejects().map(\.line) == [4])
    let western = Array((head + "r2,2024-05-02,1,Caf").utf8) + [0xE9, 0x0A]
    #expect(try store.add([store.file(western)], yaml: yaml)[0].counts == [1, 1, 0, 0])
    #expect(try store.values("horse").last == "Caf\u{E9}")
  }
}
