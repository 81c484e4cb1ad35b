import Columns
import TabularFiles
import TestSupport
import Testing

@Suite struct SpreadsheetGuardTests {
  @Test(arguments: [
    ("=HYPERLINK(\"x\")", "'=HYPERLINK(\"x\")"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM", "'@SUM"),
    ("\tx", "'\tx"), ("\rx", "'\rx"), ("\r\nx", "'\r\nx"), ("'=1", "''=1"), ("''-", "'''-"),
    ("=\u{308}", "'=\u{308}"), ("", ""), ("'", "'"), ("'O", "'O"), ("O'Neill", "O'Neill"),
    (" =1", " =1"), ("1-2", "1-2"), ("\n=1", "\n=1"), ("'\u{301}=", "'\u{301}="),
  ])
  func `what looks like a formula gets a mark in front`(text: String, written: String) {
    #expect(Array(SpreadsheetGuard.guarded(text).utf8) == Array(written.utf8))
    #expect(Array(SpreadsheetGuard.unguarded(written).utf8) == Array(text.utf8))
  }

  @Test func `any text is read back unchanged, and none runs`() {
    var random = SeededGenerator(51)
    for _ in 0..<5_000 {
      let text = Self.text(using: &random)
      let written = SpreadsheetGuard.guarded(text)
      #expect(Array(SpreadsheetGuard.unguarded(written).utf8) == Array(text.utf8))
      #expect(!"=+-@\t\r".utf8.contains(written.utf8.first ?? 0))
      let bytes = Array(written.utf8)
      bytes.withUnsafeBufferPointer {
        #expect(SpreadsheetGuard.unguarded($0).elementsEqual(text.utf8))
      }
    }
  }

  @Test(arguments: ["t.csv", "t.csv.gz", "t.parquet"])
  func `tables are guarded in CSV only, and only their text`(name: String) throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(52)
    let texts = (0..<500).map { $0 % 7 == 0 ? nil : Self.text(using: &random) }
    let table = Table([
      ("text", Column(texts: texts)), ("plain", Column(texts: texts.map { _ in "a" })),
      ("number", Column(int64s: texts.indices.map { Int64(-$0) })),
    ])
    // Rows from the middle, whose texts don't start the memory they lie in.
    let parts = [table, table.gathered((100..<300).map { Int32($0) })]
    let isCSV = name != "t.parquet"
    let writer = try TableWriter(
      path: folder.file(name), format: isCSV ? .csv : .parquet, fields: table.fields)
    for part in parts { try writer.write(part) }
    try writer.close()
    let read = Table.concatenated(
      try SourceFile(path: folder.file(name)).read(
        columns: ["text", "plain", "number"], threads: 1
      ).tables)
    let expected = (texts + texts[100..<300]).map { text in
      isCSV ? text.map { SpreadsheetGuard.guarded($0) } ?? "" : text
    }
    #expect(read["text"]?.cells == expected)
    #expect(read["plain"]?.cells.allSatisfy { $0 == "a" } == true)
    #expect(read["number"]?.cells[5] == "-5")
  }

  private static func text(using random: inout SeededGenerator) -> String {
    let letters = ["'", "'", "=", "+", "-", "@", "\t", "\r", "\n", "a", "\"", ",", "é", "\u{308}"]
    return (0..<Int.random(in: 0...5, using: &random)).map { _ in
      letters.randomElement(using: &random)!
    }.joined()
  }
}
