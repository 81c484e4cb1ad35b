import Columns
import Foundation
import ImportHistory
import StoreImport
import TabularFiles
import TestSupport
import Testing

/// Rows that are kept without a cell that cannot be read.
struct UnreadableCellTests {
  private static let header =
    "race_id,date,horse,number,position,sp,bsp,weight_lb,draw,official_rating,beaten_lengths"

  private func row(_ number: Int, _ cells: String) -> String {
    "r1,2024-05-06,Horse \(number),\(number),\(number),\(cells)\n"
  }

  @Test(arguments: [
    "&", "No Odds", "evs?", "inf", "-inf", "Infinity", "1e400", "0", "{",
    "+150", "+4.5", "+4.500000000", "+", "1,5,0".replacing(",", with: ";"),
  ])
  func `an unreadable price costs a runner the price alone, and is listed`(text: String) throws {
    let store = TestStore()
    let file = try store.add(
      Self.header + "\n" + row(1, "3.5,4,130,1,80,0") + row(2, "\(text),5,130,2,80,1"))
    #expect(file.counts == [2, 2, 0, 0] && file.incomplete == 1 && file.reasons.isEmpty)
    #expect(file.unresolved == 0 && file.isBalanced)
    let detail = "sp: found \(text); expected decimal odds of at least 1"
    #expect(
      file.doubts == ["1 rows have cells that cannot be read and are left empty, such as \(detail)"]
    )
    #expect(try store.values("sp") == ["3.5", ""] && store.values("bsp") == ["4", "5"])
    #expect(try store.values("position") == ["1", "2"])
    let listed = try #require(try store.rejects().first)
    #expect(listed.line == 3 && listed.reason == "cell" && listed.detail == detail)
    #expect(listed.raw.hasPrefix("r1,2024-05-06,Horse 2"))
  }

  @Test(arguments: [
    "nan", "NaN", "NAN", "-nan", "NaT", "<NA>", "None", "null", "N/A", "#N/A", "-", "--", "–", "—",
  ])
  func `a word for a missing number is no value, and nothing to list`(text: String) throws {
    let store = TestStore()
    let cells = [String](repeating: text, count: 6).joined(separator: ",")
    let file = try store.add(Self.header + "\n" + row(1, cells))
    #expect(file.counts == [1, 1, 0, 0] && file.incomplete == nil && file.doubts.isEmpty)
    let row = try #require(try store.rows().first)
    #expect(Self.header.split(separator: ",")[5...].allSatisfy { row[String($0)] == "" })
    #expect(try store.rejects().isEmpty)
  }

  @Test func `all of a row's unreadable cells are listed together`() throws {
    let store = TestStore()
    let file = try store.add(Self.header + "\n" + row(1, "&,x,heavy,B,1/2,nose?"))
    #expect(file.counts == [1, 1, 0, 0] && file.incomplete == 1)
    let detail = try #require(try store.rejects().first?.detail)
    let fields = ["weight_lb", "draw", "official_rating", "beaten_lengths", "sp", "bsp"]
    #expect(fields.allSatisfy { detail.contains("\($0): found ") }, "\(detail)")
  }

  @Test(arguments: [
    ("position", "first"), ("position", "40000"), ("number", "7.5"), ("date", "yesterday"),
    ("off_time", "noon"), ("race_no", "two"), ("place_won", "perhaps"),
  ])
  func `nonsense about the race, the runner or its result refuses the row`(
    field: String, text: String
  ) throws {
    var cells = ["race_id": "r1", "date": "2024-05-06", "horse": "Ann", "sp": "&"]
    cells[field] = text
    let names = cells.keys.sorted()
    let store = TestStore()
    let file = try store.add(
      names.joined(separator: ",") + "\n" + names.map { cells[$0]! }.joined(separator: ",") + "\n")
    #expect(file.counts == [1, 0, 0, 1] && file.reasons == [field: 1] && file.incomplete == nil)
    #expect(try store.rejects().map(\.reason) == [field])
  }

  @Test func `a mapping decides otherwise by bad`() throws {
    let text = "race_id,date,horse,sp,bsp\nr1,2024-05-06,Ann,&,&\nr2,2024-05-06,Bea,2,&\n"
    let yaml = mapping(
      "horse: {column: horse}", "sp: {column: sp, bad: reject}", "bsp: {column: bsp, bad: \"null\"}"
    )
    let file = try TestStore().add(text, yaml: yaml)
    #expect(file.counts == [2, 1, 0, 1] && file.reasons == ["sp": 1] && file.incomplete == nil)
  }

  @Test func `a row that is refused for its key is listed once`() throws {
    let store = TestStore()
    let text =
      Self.header + "\n" + row(1, "&,4,130,1,80,0") + row(1, "3,4,130,1,80,0")
      + row(1, "4,4,130,1,80,0")
    let file = try store.add(text)
    #expect(file.rejected == 3 && file.incomplete == nil && file.reasons == ["conflict": 3])
    #expect(try store.rejects().map(\.reason) == ["conflict", "conflict", "conflict"])
  }

  @Test func `a retry reads a listed row again, and a price comes with a mended mapping`() throws {
    let store = TestStore()
    let text = "race_id,date,horse,sp\nr1,2024-05-06,Ann,7/2\nr2,2024-05-06,Bea,&\n"
    let plain = mapping("horse: {column: horse}", "sp: {column: sp}")
    let first = try store.add(text, yaml: plain)
    #expect(first.counts == [2, 2, 0, 0] && first.incomplete == 2)
    func retry(_ yaml: String?) throws -> ImportedFile? {
      var job = RetryJob(store: store.path, importID: first.id, now: 1_775_001_700_000_000)
      job.mappingText = yaml
      return try job.run()
    }
    // The same mapping leaves both on the list.
    let same = try #require(try retry(nil))
    #expect(same.counts == [2, 0, 2, 0] && same.incomplete == 2)
    #expect(try store.rejects().map(\.line) == [2, 3])
    let mended = try #require(
      try retry(mapping("horse: {column: horse}", "sp: {column: sp, format: fractional}")))
    #expect(mended.rejected == 0 && mended.incomplete == 1 && mended.rowsRead == 2)
    #expect(try store.rejects().map(\.line) == [3])
    #expect(try store.rows().map { $0["sp"]! } == ["4.5", ""])
  }

  @Test func `a listed row leaves once another file brings its runner`() throws {
    let store = TestStore()
    try store.add("race_id,date,horse,number,sp\nr1,2024-05-06,Ann,1,&\n")
    #expect(try store.rejects().map(\.reason) == ["cell"])
    let next = try store.add("race_id,date,horse,number,sp\nr1,2024-05-06,Ann,1,4\n")
    #expect(next.stored == 1 && next.incomplete == nil)
    #expect(try store.rejects().isEmpty && store.values("sp") == ["4"])
  }

  @Test func `a race's facts stay though its prize cannot be read`() throws {
    let yaml = """
      name: test
      tables:
        races:
          feeds: races
          recognised_by: [race_id, prize]
          fields: {race_id: race_id, date: date, course: course, prize: prize}
        runs:
          feeds: runners
          recognised_by: [race_id, horse]
          fields: {race_id: race_id, horse: horse}
      """
    let store = TestStore()
    let files = [
      try store.file("race_id,date,course,prize\nr1,2024-05-06,Ayr,lots\n"),
      try store.file("race_id,horse\nr1,Ann\n"),
    ]
    let imported = try store.add(files, yaml: yaml)
    #expect(imported.map(\.counts) == [[1, 1, 0, 0], [1, 1, 0, 0]])
    #expect(imported[0].incomplete == 1 && imported[1].incomplete == nil)
    #expect(try store.values("course") == ["Ayr"] && store.values("prize") == [""])
  }

  @Test func `NaN in columns of floating point is no value, and infinity cannot be read`() throws {
    let store = TestStore()
    let path = store.newPath("parquet")
    func numbers(_ values: [Double]) -> Column { Column(.double, .double(Buffer(values))) }
    let table = Table([
      ("race_id", Column(texts: ["r1", "r1", "r1"])),
      ("date", Column(texts: ["2024-05-06", "2024-05-06", "2024-05-06"])),
      ("horse_id", numbers([7, 8, .nan])), ("horse", Column(texts: ["Ann", "Bea", "Cat"])),
      ("position", numbers([1, .nan, 2])), ("number", numbers([1, 2, .nan])),
      ("sp", numbers([3.5, .nan, .infinity])), ("bsp", numbers([.nan, 4.25, .nan])),
    ])
    let writer = try TableWriter(path: path, format: .parquet, fields: table.fields)
    try writer.write(table)
    try writer.close()
    let file = try store.add([path])[0]
    #expect(file.counts == [3, 3, 0, 0] && file.incomplete == 1)
    let rows = try store.rows().sorted { $0["horse"]! < $1["horse"]! }
    #expect(
      rows.map { $0["sp"]! } == ["3.5", "", ""] && rows.map { $0["bsp"]! } == ["", "4.25", ""])
    #expect(rows.map { $0["position"]! } == ["1", "", "2"])
    #expect(rows.map { $0["number"]! } == ["1", "2", ""] && rows[2]["horse_id"] == "")
    #expect(rows.map { $0["outcome"]! } == ["finished", "unresolved", "finished"])
  }

  @Test func `words of NumPy in JSON are no value`() throws {
    let store = TestStore()
    let text =
      #"[{"race_id":"r1","date":"2024-05-06","horse":"Ann","position":"NaN","sp":"nan","bsp":3}]"#
    let file = try store.add([try store.file(text, ending: "json")])[0]
    #expect(file.counts == [1, 1, 0, 0] && file.incomplete == nil && file.unresolved == 1)
    #expect(try store.values("sp") == [""] && store.values("bsp") == ["3"])
  }

  @Test(arguments: ["csv", "json"])
  func `a file without position and outcome is a card`(ending: String) throws {
    let store = TestStore()
    let text =
      ending == "csv"
      ? "race_id,date,horse,number,sp\nr1,2024-05-06,Ann,1,3\n"
      : #"[{"race_id":"r1","date":"2024-05-06","horse":"Ann","number":1,"sp":3}]"#
    let path = try store.file(text, ending: ending)
    let card = try store.add([path], format: "railbird")[0]
    #expect(card.counts == [1, 1, 0, 0] && card.unresolved == 1)
    #expect(try store.values("outcome") == ["unresolved"])
    // The results come later, and a card that comes again leaves them.
    try store.add("race_id,date,horse,number,position\nr1,2024-05-06,Ann,1,1\n", format: "railbird")
    let again = try store.add(
      [store.file(text + (ending == "csv" ? "" : " "), ending: ending)], format: "railbird")[0]
    #expect(again.stored == 0 && again.rejected == 0)
    #expect(try store.values("position") == ["1"] && store.values("sp") == ["3"])
  }

  @Test func `rpscrape's words for no price are none`() throws {
    let store = TestStore()
    let text = "date,course,off,ran,pos,horse,dec,sp\n"
    let rows = [
      "2024-05-06,Ayr,2:00,4,1,Ann (GB),,2/1F", "2024-05-06,Ayr,2:00,4,2,Bea (GB),,No Odds",
      "2024-05-06,Ayr,2:00,4,3,Cat (GB),5.5,&", "2024-05-06,Ayr,2:00,4,4,Dot (GB),,whatever",
    ]
    let file = try store.add(
      text + rows.map { $0 + "\n" }.joined(), format: "rpscrape")
    #expect(file.counts == [4, 4, 0, 0] && file.incomplete == 1)
    #expect(try store.values("sp") == ["3", "", "5.5", ""])
  }
}
