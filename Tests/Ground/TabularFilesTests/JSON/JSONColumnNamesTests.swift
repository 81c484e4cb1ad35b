import TabularFiles
import TestSupport
import Testing

@Suite struct JSONColumnNamesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `columns come in order of appearance, the row's own first`() throws {
    let text = """
      {"total": 2, "meta": {"at": "x"}, "races": [
        {"course": "A", "runners": [{"n": 1, "o": {"p": 2, "q": {"r": 3}}, "list": [1]}], "going": 1},
        {"runners": [{"late": true, "n": 2, "o": null, "nothing": null}], "class": null}]}
      """
    let source = try SourceFile(path: folder.write(text, to: "a.json"))
    let names = [
      "n", "o/p", "o/q/r", "late", "nothing", "../course", "../going", "../class", "../../total",
      "../../meta/at",
    ]
    #expect(try source.columnNames(rows: RowPath("races/*/runners/*")) == names)
    #expect(
      try source.columnNames(rows: RowPath("races/*"))
        == ["course", "going", "class", "../total", "../meta/at"])
  }

  @Test func `what is an object or list in every row is a container, unless it is empty`() throws {
    let text = """
      {"a":{"b":1},"l":[7],"e":{},"n":null,"m":{"x":[1]}}
      {"a":[],"l":null,"e":[],"n":{"y":2},"m":3}

      """
    let source = try SourceFile(path: folder.write(text, to: "a.ndjson"))
    let found = try #require(try source.jsonColumns(rows: .document))
    #expect(found.names == ["a/b", "m", "n/y"])
    #expect(found.containers == ["a", "l", "n", "m/x"])
    #expect(try source.columnNames() == found.names)
    let csv = try SourceFile(path: folder.write("a\n1\n", to: "a.csv"))
    #expect(try csv.jsonColumns(rows: .document) == nil)
  }

  @Test func `keys and awkward names are listed as they are asked for`() throws {
    let text = #"{"GB":{"a/b":1,"~":2,"":3,"*":4,"@key":5,"..":6,"\u00e9":7},"n":8}"#
    let source = try SourceFile(path: folder.write(text, to: "a.json"))
    let path = try #require(RowPath("*"))
    let names = try source.columnNames(rows: path)
    #expect(names == ["a~1b", "~0", "~2", "~2*", "~2@key", "~2..", "é", "@key", "../n"])
    let rows = try source.read(columns: names, rows: path, threads: 1).tables[0]
    #expect(names.map { rows[$0]!.cells[0] } == ["1", "2", "3", "4", "5", "6", "7", "GB", "8"])
  }

  @Test func `an NDJSON file needs no path, any other JSON file does`() throws {
    let lines = try SourceFile(path: folder.write("{\"a\":1}\n{\"b\":2}", to: "a.ndjson"))
    #expect(try lines.columnNames() == ["a", "b"])
    let file = try folder.write("{\"a\":1}", to: "b.json")
    #expect(
      throws: FileError.malformed(
        file: file, found: "no path of the rows", expected: "one such as * or racecards/*/runners/*"
      )
    ) { try SourceFile(path: file).columnNames() }
    let csv = try folder.write("a,b\n1,2", to: "a.csv")
    #expect(
      throws: FileError.malformed(
        file: csv, found: "the row path * for a file without JSON", expected: "no row path")
    ) { try SourceFile(path: csv).read(columns: ["a"], rows: RowPath("*"), threads: 1) }
  }

  @Test func `ten thousand columns are read`() throws {
    let members = (0..<10_000).map { "\"c\($0)\":\($0)" }.joined(separator: ",")
    let source = try SourceFile(path: folder.write("{\(members)}\n{\"c0\":0}", to: "a.ndjson"))
    let names = try source.columnNames()
    #expect(names.count == 10_000)
    let rows = try source.read(columns: names, threads: 1).tables[0]
    #expect(rows["c9999"]?.cells == ["9999", nil])
  }
}
