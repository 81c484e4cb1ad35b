import Columns
import TabularFiles
import TestSupport
import Testing

struct CSVTextTests {
  @Test func `an unclosed quote is named with its line, not read to the end`() throws {
    let csv = try "a,b\n1,2\n\"3,4\n5,6\n".csv
    #expect(
      throws: FileError.malformed(
        file: csv.file + ":3", found: "an unclosed quote",
        expected: "quotes in pairs")
    ) { try csv.read(columns: ["a", "b"], threads: 1) }
  }

  @Test(arguments: [1, 7, 8, 9, 2_040, 2_041, 40_000])
  func `quotes are counted in texts of any length`(rowCount: Int) throws {
    // Eight bytes a row, so that some lanes of 64 bytes meet a quote in every step.
    let rows = String(repeating: "\"x\",\"y\"\n", count: rowCount)
    #expect(try ("a,b\n" + rows).csv.read(columns: ["a"], threads: 1).rowCount == rowCount)
    let open = try ("a,b\n" + rows + "\"x,y\n").csv
    #expect(
      throws: FileError.malformed(
        file: open.file + ":\(rowCount + 2)", found: "an unclosed quote",
        expected: "quotes in pairs")
    ) { try open.read(columns: ["a"], threads: 1) }
  }

  @Test(arguments: [
    ("a,b\n1,2\n", ["1"], ["2"]),
    ("a,b\n1,2", ["1"], ["2"]),
    ("a,b\r\n1,2\r\n3,4\r\n", ["1", "3"], ["2", "4"]),
    ("a,b\r1,2\r3,4", ["1", "3"], ["2", "4"]),
    ("\u{FEFF}a,b\n1,2\n", ["1"], ["2"]),
    ("\n\na,b\n\n1,2\n\r\n\n3,4\n\n", ["1", "3"], ["2", "4"]),
    (#"a,b\#n"1,5","say ""no"""\#n"#, ["1,5"], [#"say "no""#]),
    ("a,b\n\"two\nlines\",\"x\r\ny\"\n", ["two\nlines"], ["x\r\ny"]),
    (#""a","b"\#n"",\#n"#, [""], [""]),
    ("a,b\n5\" pipe,2\n", ["5\" pipe"], ["2"]),
    ("a,b\n", [], []),
    ("a,b\n é ,NA\nnull,#N/A\n", [" é ", "null"], ["NA", "#N/A"]),
  ])
  func `a text is read as RFC 4180 says`(text: String, a: [String], b: [String]) throws {
    let csv = try text.csv
    #expect(try csv.columnNames() == ["a", "b"])
    let rows = try csv.read(columns: ["a", "b"], threads: 1)
    #expect(rows.skippedCount == 0)
    #expect(rows.tables.flatMap { $0["a"]!.cells } == a)
    #expect(rows.tables.flatMap { $0["b"]!.cells } == b)
  }

  @Test(arguments: [
    ("a,b\n\"J\"unk,2\n", 2), ("a,b\n1,2\n3,\"L\"\"M\"N\n", 3), ("a,b\n\"x\ny\" z,1\n", 3),
    ("a,b\n\"x\" \"y\",1\n", 2), ("\"a\"b,c\n1,2\n", 1), ("a,b\r\n\"x\",2\r\n\"y\"\"\"z,2\r\n", 3),
    ("a,b\r\"x\",2\r\"y\"z,2\r", 3),
  ])
  func `text after a closing quote is refused with its line`(text: String, line: Int) throws {
    let csv = try text.csv
    #expect(
      throws: FileError.malformed(
        file: csv.file + ":\(line)", found: "text after a closing quote",
        expected: "the mark between cells there, and a quote inside a cell written twice")
    ) { try csv.read(columns: [], threads: 1) }
  }

  @Test func `blanks behind a closing quote, and quotes in the midst of a cell, are none`() throws {
    let csv = try "a,b\n\"x\" ,y\"z\"\n5\" x\"y, \"q\"r\n\"\"\t,\"\"\"\"".csv
    let rows = try csv.read(columns: ["a", "b"], threads: 1)
    #expect(rows.tables.flatMap { $0["a"]!.cells } == ["x ", "5\" x\"y", "\t"])
    #expect(rows.tables.flatMap { $0["b"]!.cells } == ["y\"z\"", " \"q\"r", "\""])
  }

  @Test(arguments: ["t\n12:12:12\n13:13:13\n", "t,u\n2024-01-01,\"x\"\n2024-01-02,\n\n"])
  func `the rows of no column are counted`(text: String) throws {
    let rows = try text.csv.read(columns: [], threads: 1)
    #expect(rows.rowCount == 2)
    #expect(rows.tables.allSatisfy { $0.fields.isEmpty })
  }

  @Test func `a byte order mark behind a line end in a cell is a letter`() throws {
    let csv = try "a,b\n\"1\n\u{FEFF}2\",x\n\u{FEFF}3,\"y\"\n".csv
    let rows = try csv.read(columns: ["a"], threads: 1)
    #expect(rows.tables.flatMap { $0["a"]!.cells } == ["1\n\u{FEFF}2", "3"])
  }

  @Test func `lines are counted by cell, not by record`() throws {
    let half = String(repeating: "x\n", count: 60)
    let whole = "a,b\n\"\(half)\",\"\(half)\"\n"
    #expect(try whole.csv.read(columns: ["a"], threads: 1).rowCount == 1)
    #expect(throws: FileError.self) {
      try "a,b\n\"\(half)\(half)\",1\n".csv.read(columns: ["a"], threads: 1)
    }
  }

  @Test func `a header line need not end`() throws {
    let csv = try "a,b".csv
    #expect(try csv.columnNames() == ["a", "b"])
    #expect(try csv.read(columns: ["a"], threads: 1).rowCount == 0)
  }

  @Test func `records of another width are counted and left out`() throws {
    let rows = try "a,b\n1\n1,2\n1,2,3\n\"x\ny\"\n3,4\n".csv.read(columns: ["b"], threads: 1)
    #expect(rows.skippedCount == 3)
    #expect(rows.tables.flatMap { $0["b"]!.cells } == ["2", "4"])
  }

  @Test func `rows beyond one block are all read, in order`() throws {
    // The reader parses in blocks of 8 MiB; the quoted newlines must not confuse their borders.
    let record = "\"line\none\",\(String(repeating: "x", count: 200))\n"
    let count = 10 << 20 / record.utf8.count
    let text = try ("a,b\n" + String(repeating: record, count: count) + "short\nlast,row\n").csv
    let rows = try text.read(columns: ["a"], threads: 2)
    #expect(rows.rowCount == count + 1)
    #expect(rows.skippedCount == 1)
    #expect(rows.tables.last.map { $0["a"]!.texts[$0.rowCount - 1] } == "last")
  }

  @Test(arguments: [
    ("2024-05-01,1,1\n", "the column 1 twice"),
    ("Results May 2024,,,\na,b,c,d\n", "several cells without a name"),
  ])
  func `a first line that names two columns alike is refused`(text: String, found: String) {
    let error = #expect(throws: FileError.self) { try text.csv.columnNames() }
    #expect(
      "\(error as Any)".contains(
        "t.csv: found \(found) in the first line; expected each column name once, or columns: in the "
          + "mapping for a file without a header line"), "\(error as Any)")
  }

  @Test func `a name that occurs twice gets a number behind it`() throws {
    let text = try "odds,horse,odds,\"odds_2\",odds\n1,2,3,4,5\n\n6,7\n".csv
    #expect(try text.columnNames() == ["odds", "horse", "odds_3", "odds_2", "odds_4"])
    let rows = try text.read(columns: ["odds", "odds_3", "odds_4"], threads: 1)
    #expect(rows.tables.flatMap { $0["odds_3"]!.cells } == ["3"])
    #expect(rows.tables.flatMap { $0["odds_4"]!.cells } == ["5"])
    #expect(rows.skippedCount == 1)
  }

  @Test(arguments: ["", "\u{FEFF}"]) func `a text without a byte is refused`(text: String) {
    #expect(throws: FileError.empty(file: "t.csv")) { try text.csv }
  }

  @Test(arguments: ["\n\n", "\r\n"]) func `a text of empty lines has no header`(text: String) {
    #expect(throws: FileError.empty(file: "t.csv")) { try text.csv.columnNames() }
  }

  @Test func `a line of many megabytes is refused, and no one reads the text any more then`() {
    let line = "1,ordinary line of a file\n"
    let before = String(repeating: line, count: 300_000)
    let text = "a,b\n" + before + "1," + String(repeating: "x", count: 17 << 20) + "\n" + before
    for _ in 0..<10 {
      // Its memory is freed at once: any later read would crash.
      let error = #expect(throws: FileError.self) { try text.csv.read(columns: ["a"], threads: 2) }
      #expect("\(error as Any)".contains("found a line of more than 16777216 bytes"))
    }
  }

  @Test(arguments: [0, 1]) func `a line longer than a block is read where it stands`(before: Int)
    throws
  {
    let long = String(repeating: "x", count: 9 << 20)
    let text = "a,b\n" + String(repeating: "1,y\n", count: before) + "2,\(long)\n3,z\n"
    for text in [text, text.replacing(",z", with: ",\"z\"")] {
      let rows = try text.csv.read(columns: ["a", "b"], threads: 2)
      #expect(rows.rowCount == before + 2 && rows.skippedCount == 0)
      let cells = rows.tables.flatMap { $0["b"]!.cells }
      #expect(cells[before]?.utf8.count == 9 << 20 && cells[before + 1] == "z")
    }
  }

  @Test(arguments: [
    "\"race_id\"x,horse\n1,Marl\n", "race_id,\"horse\"x\n", "race_id,\"horse\"\u{301}\n1,Marl\n",
    "\"race_id\"\" ,horse\n1,Marl\n",
  ])
  func `text after a closing quote is refused among the names, too`(text: String) throws {
    let isOpen = text.contains("\"\"")
    let error = FileError.malformed(
      file: "t.csv:1",
      found: isOpen ? "an unclosed quote" : "text after a closing quote",
      expected: isOpen
        ? "quotes in pairs"
        : "the mark between cells there, and a quote inside a cell written twice")
    #expect(throws: error) { try text.csv.columnNames() }
  }

  @Test func `names in quotes may have blanks behind these, and a note any text`() throws {
    #expect(try "\"race_id\" ,\"a \"\"b\"\"\"\n1,2\n".csv.columnNames().count == 2)
    #expect(try "\"Runs\" of May\n1,2\n".csv.columnNames().count == 1)
  }

  @Test func `a binary file is refused`() {
    let error = #expect(throws: FileError.self) { try "PAR1\u{0}\u{1}".csv }
    #expect(
      error == .malformed(file: "t.csv:1", found: "a NUL byte", expected: "UTF-8 text"))
  }
}

extension String {
  /// The text as a CSV file's.
  var csv: CSVText {
    get throws { try CSVText(file: "t.csv", bytes: Buffer(Array(utf8))) }
  }
}
