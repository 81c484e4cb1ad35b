import Columns
import TabularFiles
import TestSupport
import Testing

struct CSVRecordsTests {
  @Test func `a record states its line, also behind newlines in quotes`() {
    let text = "a,b\n\"one\ntwo\nthree\",x\n\n1,2,3\r\n\r\n\"x\r\ny\",z\nlast"
    let records = CSVRecords(Buffer(Array(text.utf8)))
    #expect(records.map(\.line) == [1, 2, 6, 8, 10])
    #expect(records.map(\.fieldCount) == [2, 2, 3, 2, 1])
    #expect(
      records.map { records.text($0) } == [
        "a,b", "\"one\ntwo\nthree\",x", "1,2,3", "\"x\r\ny\",z", "last",
      ])
  }

  @Test func `a CR alone ends a line, as for the reader`() {
    let records = CSVRecords(Buffer(Array("a,b\r1,2\r\r\n3\r".utf8)))
    #expect(records.map(\.line) == [1, 2, 4])
    #expect(records.map(\.fieldCount) == [2, 2, 1])
  }

  @Test func `a quote inside a field that does not start with one is a character`() {
    let text = "a,b\n5\" pipe,1\n6\" pipe,2\nx,y,z\n"
    let records = CSVRecords(Buffer(Array(text.utf8)))
    #expect(records.map(\.line) == [1, 2, 3, 4])
    #expect(records.map(\.fieldCount) == [2, 2, 2, 3])
  }

  @Test(arguments: [
    ("a,b", ["a", "b"]), ("\"a,\",b", ["a,", "b"]), ("\"say \"\"no\"\"\",", ["say \"no\"", ""]),
    (",", ["", ""]), ("\"\",\"\"", ["", ""]), ("5\",6\"", ["5\"", "6\""]),
    ("\"a\"b\",c", ["ab\"", "c"]), ("\"\"\"\"", ["\""]),
  ])
  func `a record's fields have their quotes taken off`(text: String, fields: [String]) throws {
    var records = CSVRecords(Buffer(Array(text.utf8)))
    let first = records.next()
    let record = try #require(first)
    #expect(records.fields(record) == fields)
    #expect(record.fieldCount == fields.count)
  }

  @Test func `records and reader agree on any text`() throws {
    var random = SeededGenerator(7)
    for round in 0..<400 {
      let text = Self.text(&random)
      let csv = try text.csv
      let rows = try csv.read(columns: ["a", "b"], threads: 1)
      let walker = CSVRecords(csv.bytes)
      let records = Array(walker.dropFirst())
      let whole = records.filter { $0.fieldCount == 2 }.map { walker.fields($0) }
      let note: Comment = "seed \(SeededGenerator.seed), round \(round): \(text.debugDescription)"
      #expect(records.count - whole.count == rows.skippedCount, note)
      #expect(whole.map { $0[0] } == rows.tables.flatMap { $0["a"]!.cells }, note)
      #expect(whole.map { $0[1] } == rows.tables.flatMap { $0["b"]!.cells }, note)
    }
  }

  /// Records of one to three fields, each line ended in one of three ways.
  private static func text(_ random: inout SeededGenerator) -> String {
    let fields = [
      "", "x", "yy", " ", "5\"", "a\"b\"c", "\"q\"", "\"a,b\"", "\"n\nl\"", "\"c\r\nl\"",
      "\"d\"\"d\"", "\"t\" ", "\"t\"\"\"", "é", "\"\"",
    ]
    let ends = ["\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\n\r"]
    var text = "a,b" + ends.randomElement(using: &random)!
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let width = [1, 2, 2, 2, 2, 3].randomElement(using: &random)!
      let record = (0..<width).map { _ in fields.randomElement(using: &random)! }
      text += record.joined(separator: ",")
      text += ends.randomElement(using: &random)!
    }
    return text
  }
}
