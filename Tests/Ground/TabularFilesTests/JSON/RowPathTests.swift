import Columns
import TabularFiles
import TestSupport
import Testing

@Suite struct RowPathTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    "", "*", "racecards/*/runners/*", "*/*", "a~1b/~0", "~2", "~2*/~2..", "潘 頓/*", "[]",
    "~2[]/a~3b",
    "body/[]/horses|runners/*",
  ])
  func `a row path is names and stars`(text: String) {
    #expect(RowPath(text)?.text == text)
  }

  @Test(arguments: [
    "/", "/a", "a/", "a//b", "..", "a/../b", "@key", "a/@key", "~", "a~4", "a~", "a|", "|a/*",
    "a|*", "a|[]",
    String(repeating: "*/", count: 64) + "*",
  ])
  func `anything else is none`(text: String) { #expect(RowPath(text) == nil) }

  @Test(arguments: [
    (#"{"races":[{"id":1,"runners":[{"n":1},{"n":2}]}],"total":1}"#, "races/*/runners/*", 2),
    (#"[{"id":1},{"id":2}]"#, "*", 2),
    (#"{"data":{"runners":[{"n":1}]}}"#, "data/runners/*", 1),
    (#"{"GB":{"Ascot":{"12:25":{"id":1,"runners":[{"n":1},{"n":2}]}}}}"#, "*/*/*/runners/*", 2),
    (#"{"data":{"r1":{"id":1},"r2":{"id":2}}}"#, "data/*", 2),
    (#"{"a":{"x":1,"y":1},"b":{"x":1,"y":2},"c":{"x":1}}"#, "*", 3),
    (#"{"2026-01-01":[{"n":1}],"2026-01-02":[{"n":2}]}"#, "*/*", 2),
    (#"{"Races":[{"n":1}]}"#, "Races/*", 1),
    (#"{"a/b":[{"n":1}]}"#, "a~1b/*", 1),
    ("{\"n\":1}\n{\"n\":2}", "", 2),
    ("{\"m\":{\"n\":1}}\n{\"m\":{\"n\":2}}", "", 2),
  ])
  func `the best path leads to the most cells`(text: String, path: String, rows: Int) throws {
    let source = try SourceFile(path: folder.write(text, to: "a.json"))
    let best = try source.rowPaths().first
    #expect(best?.path.text == path && best?.rowCount == rows)
    #expect(
      try source.read(columns: ["n"], rows: RowPath(path), threads: 1).rowCount == rows)
  }

  @Test func `a map of many keys is one place`() throws {
    let races = (0..<5_000).map { "\"race_\($0)\":{\"id\":\($0),\"odds\":{\"x\":[{\"p\":1}]}}" }
    let text = "{\"races\":{\(races.joined(separator: ","))}}"
    let source = try SourceFile(path: folder.write(text, to: "a.json"))
    let found = try source.rowPaths()
    #expect(found.map(\.path.text) == ["races/*/odds/x/*", "races/*"])
    #expect(found.map(\.rowCount) == [5_000, 5_000] && found.map(\.columnCount) == [1, 1])
  }

  @Test(arguments: [
    (#"{"id":1,"horses":[{"n":1},{"n":2}]}"#, ["1 1", "2 1"]),
    (#"[{"id":1,"runners":[{"n":1}]},{"horses":[{"n":2}],"id":2},{"id":3}]"#, ["1 1", "2 2"]),
    (#"{"id":1,"runners":[{"n":1}],"horses":[{"n":2}]}"#, ["1 1", "2 1"]),
    (#"[[{"id":1,"horses":[{"n":1}]}],null,7,{"id":2,"horses":[{"n":3}]}]"#, ["3 2"]),
    ("[]", []), ("{}", []),
  ])
  func `a list or its only element, and members of either name`(text: String, cells: [String])
    throws
  {
    let source = try SourceFile(path: folder.write(text, to: "a.json"))
    let rows = try source.read(
      columns: ["n", "../id"], rows: RowPath("[]/horses|runners/*"), threads: 1)
    let found = rows.tables.flatMap { table in
      (0..<table.rowCount).map { "\(table.columns[0].texts[$0]) \(table.columns[1].texts[$0])" }
    }
    #expect(found == cells)
    let inside = try SourceFile(path: folder.write("{\"body\":\(text),\"d\":9}", to: "b.json"))
    let path = try #require(RowPath("body/[]/horses|runners/*"))
    let days = try inside.read(columns: ["../id", "../../d"], rows: path, threads: 1)
    #expect(days.rowCount == cells.count)
    #expect(
      days.tables.allSatisfy { ($0.columns[1].texts.count == 0) || $0.columns[1].texts[0] == "9" })
    let names = try inside.columnNames(rows: path)
    #expect(cells.isEmpty || names.contains("../../d"))
  }

  @Test func `names with marks are proposed as the path that reaches them`() throws {
    let source = try SourceFile(
      path: folder.write(#"{"a|b":[{"n":1}],"[]":[{"n":1},{"n":2}]}"#, to: "a.json"))
    #expect(try source.rowPaths().map(\.path.text) == ["~2[]/*", "a~3b/*"])
  }

  @Test func `a file without lists of objects has no path`() throws {
    for text in ["{}", "[]", "[1,2]", "{\"a\":1}", "\"x\"", "[[],{}]"] {
      let source = try SourceFile(path: folder.write(text, to: "a.json"))
      #expect(try source.rowPaths() == [], "\(text)")
    }
    #expect(try SourceFile(path: folder.write("a\n1", to: "a.csv")).rowPaths() == [])
  }

  @Test func `a row's text is its JSON without white space`() throws {
    let text = """
      {"races": [{"runners": [ {"n" : 1, "name": " a  \\" b "}, null ]}, {"runners": []},
        {"runners": [{"n":\t[ 1 , { } ] } , "x"]}]}
      """
    let source = try SourceFile(path: folder.write(text, to: "a.json"))
    let path = try #require(RowPath("races/*/runners/*"))
    let rows = ["{\"n\":1,\"name\":\" a  \\\" b \"}", "null", "{\"n\":[1,{}]}", "\"x\""]
    for ordinals: [Int64] in [[0, 1, 2, 3], [0, 3], [2, 9], []] {
      var texts: [String] = []
      try source.forEachRowText(of: Buffer(ordinals), at: path) { texts.append($0) }
      #expect(texts == ordinals.filter { $0 < 4 }.map { rows[Int($0)] })
    }
  }
}
