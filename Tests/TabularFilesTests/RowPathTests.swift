import TabularFiles
import TestSupport
import Testing

@Suite struct RowPathTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["", "*", "racecards/*/runners/*", "*/*", "a~1b/~0", "~2", "~2*/~2..", "潘 頓/*"])
  func `a row path is names and stars`(text: String) {
    #expect(RowPath(text)?.text == text)
  }

  @Test(arguments: [
    "/", "/a", "a/", "a//b", "..", "a/../b", "@key", "a/@key", "~", "a~3", "a~",
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
    #expect(try source.rowText([0, 1, 2, 3], at: path) == rows)
    #expect(try source.rowText([3, 0, 9, 3], at: path) == [rows[3], rows[0], "", rows[3]])
    #expect(try source.rowText([], at: path) == [])
  }
}
