import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

@Suite struct JSONRowsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    arguments: ["", "a", "*", "a/*", "*/*", "a/*/b/*", "*/runs", "*/*/a/*", "b/a/*/*"],
    [false, true])
  func `rows and columns are those that Foundation finds`(path: String, isLines: Bool) throws {
    var rowCount = 0
    try JSONGenerator.withFiles(path, isLines: isLines, in: folder) {
      round, documents, file, generator in
      let reference = try JSONReference(documents, path: path)
      let columns = columns(using: &generator.random)
      let source = try SourceFile(path: file)
      let rows = try source.read(columns: columns, rows: RowPath(path), threads: 2)
      #expect(rows.rowCount == reference.rows.count, "round \(round)")
      rowCount += rows.rowCount
      let wrong = columns.filter { name in
        rows.tables.flatMap { $0[name]!.cells } != reference.column(name)
      }
      #expect(wrong == [], "round \(round), seed \(SeededGenerator.seed)")
    }
    #expect(rowCount > 0)
  }

  /// Returns some columns, own and above, in nested objects and not.
  private func columns(using random: inout SeededGenerator) -> [String] {
    let parts = JSONGenerator.names.map(\.part)
    let own = parts + parts.flatMap { outer in parts.map { outer + "/" + $0 } }
    return ["", "../", "../../", "../../../"].flatMap { up in
      (own.shuffled(using: &random).prefix(12) + parts.prefix(3) + ["@key"]).map { up + $0 }
    }
  }

  @Test func `members around a row may follow it`() throws {
    let file = try folder.write(
      #"{"races":[{"runners":[{"n":1},{"n":2}],"course":"A"},{"course":"B","runners":[{"n":3}]}],"#
        + #""total":3}"#, to: "a.json")
    let rows = try read(file, "races/*/runners/*", ["n", "../course", "../../total"])
    #expect(rows == [["1", "A", "3"], ["2", "A", "3"], ["3", "B", "3"]])
  }

  @Test func `a map's keys are columns`() throws {
    let file = try folder.write(
      #"{"GB":{"Ascot":{"12:25":{"runners":[{"n":1}]}},"Kelso":{"1:00":{"runners":[{"n":2}]}}}}"#,
      to: "a.json")
    let keys = ["../@key", "../../@key", "../../../@key", "@key", "../../../../@key"]
    let rows = try read(file, "*/*/*/runners/*", ["n"] + keys)
    #expect(
      rows == [
        ["1", "12:25", "Ascot", "GB", nil, nil], ["2", "1:00", "Kelso", "GB", nil, nil],
      ])
    let lists = try folder.write(#"{"2026-01-01":[{"n":1}],"2026-01-02":[{"n":2}]}"#, to: "b.json")
    #expect(try read(lists, "*/*", ["@key", "n"]) == [["2026-01-01", "1"], ["2026-01-02", "2"]])
  }

  @Test func `of a member named twice the first counts`() throws {
    let file = try folder.write(
      #"[{"a":1,"a":2,"b":null,"b":3,"c":{"d":4},"c":{"d":5,"e":6}}]"#, to: "a.json")
    #expect(try read(file, "*", ["a", "b", "c/d", "c/e"]) == [["1", nil, "4", nil]])
  }

  @Test func `a list's elements are rows whatever they are, a map's only if they are objects`()
    throws
  {
    let list = try folder.write(#"{"x":7,"rows":[{"a":1},null,3,[{"a":2}]]}"#, to: "a.json")
    #expect(
      try read(list, "rows/*", ["a", "../x"]) == [
        ["1", "7"], [nil, "7"], [nil, "7"], [nil, "7"],
      ])
    let map = try folder.write(#"{"r":{"a":1},"count":1,"note":null,"list":[2]}"#, to: "b.json")
    #expect(try read(map, "*", ["a", "../count"]) == [["1", "1"]])
  }

  @Test(arguments: [
    (#"{"n":1,"runs":"none"}"#, [["1", nil]]), (#"{"n":1,"runs":7,"n":2}"#, [["1", nil]]),
    // A single object in place of a list of one, but not among mostly objects.
    (#"{"n":1,"runs":{"a":3,"b":{"c":4},"d":[5]}}"#, [["1", "3"]]),
    // There is an object more around the elements of a map.
    (#"{"n":1,"runs":{"x":{"a":3,"n":7},"y":{"a":4},"n":2}}"#, [["2", "3"], ["2", "4"]]),
    (#"{"n":1,"runs":{}}"#, []), (#"{"n":1,"runs":{"a":null}}"#, [["1", nil]]),
    (#"{"n":1,"runs":null}"#, []), (#"{"n":1,"runs":""}"#, []), (#"{"n":1,"runs":false}"#, []),
    // The list is there, under whichever name.
    (#"{"n":1,"horses":2,"runs":[{"a":3}]}"#, [["1", "3"]]),
    (#"{"n":1,"runs":[{"a":3}],"horses":2}"#, [["1", "3"]]),
    (
      #"{"n":1,"r\u0075ns":[{"a":3}],"horses":[{"a":4}],"runs":[{"a":5}]}"#,
      [["1", "3"], ["1", "4"], ["1", "5"]]
    ),
  ])
  func `a text where a list should be is a row of its own, and of two lists each is read`(
    document: String, rows: [[String?]]
  ) throws {
    let file = try folder.write(document, to: "a.json")
    #expect(try read(file, "runs|horses/*", ["../n", "a"]) == rows)
    let source = try SourceFile(path: file)
    let path = try #require(RowPath("runs|horses/*"))
    var texts: [String] = []
    try source.forEachRowText(of: Buffer([0]), at: path) { texts.append($0) }
    #expect(texts.map(\.isEmpty) == rows.prefix(1).map { _ in false })
    #expect(try source.columnNames(rows: path).contains("../n") == !rows.isEmpty)
  }

  @Test(arguments: [
    ("9007199254740993.0", "9007199254740993"), ("-9007199254740993.00", "-9007199254740993"),
    ("1.0000000000000001e16", "10000000000000001"), ("1e20", "100000000000000000000"),
    ("1.50e+17", "150000000000000000"), ("0.50e1", "5"), ("1e21", "1e+21"), ("-0e5", "-0"),
    ("120e-1", "12"), ("125e-1", "12.5"),
    ("8", "8"), ("8.0", "8"), ("20.50", "20.5"), ("-0.25", "-0.25"), ("0.0", "0"), ("1e2", "100"),
    ("12345678901234567890123", "12345678901234567890123"), ("1e400", "1e400"), ("1E22", "1e+22"),
    ("18446744073709551615", "18446744073709551615"),
    ("-9223372036854775809", "-9223372036854775809"),
    ("0.1000000000000000055511151231257827", "0.1"),
    ("1.7976931348623157e308", "1.7976931348623157e+308"),
    ("0.30000000000000004", "0.30000000000000004"), ("1e-7", "0.0000001"), ("100000.0", "100000"),
    ("true", "true"), ("false", "false"), (#""\ud83d\udc0e\u00e9\/""#, "🐎é/"),
    (#""""#, ""), (#"" a ""#, " a "),
  ])
  func `a scalar's text`(literal: String, text: String) throws {
    let file = try folder.write("[{\"a\":\(literal)}]", to: "a.json")
    #expect(try read(file, "*", ["a"]) == [[text]])
  }

  @Test(arguments: [#"\ud83d x"#, #"x\udc0e"#, #"\ud83d\u0041"#, #"\ud83d\ud83d\udc0e"#])
  func `half a pair of surrogates makes a text that no field takes`(literal: String) throws {
    let source = try SourceFile(path: try folder.write("[{\"a\":\"\(literal)\"}]", to: "a.json"))
    let rows = try source.read(columns: ["a"], rows: RowPath("*"), threads: 1)
    guard case .text(let texts)? = rows.tables[0]["a"]?.values else {
      throw FileError.empty(file: "a.json")
    }
    #expect(String(validating: texts.utf8(0), as: UTF8.self) == nil)
  }

  @Test func `an object or list where a value should be has a text that states so`() throws {
    let file = try folder.write(
      #"{"x":{"y":1},"rows":[{"a":[7]},{"a":{"b":2}},{"a":[]},{"a":{}},{"a":1}]}"#, to: "a.json")
    #expect(
      try read(file, "rows/*", ["a", "a/b", "../x"]) == [
        ["[…]", nil, "{…}"], ["{…}", "2", "{…}"], [nil, nil, "{…}"], [nil, nil, "{…}"],
        ["1", nil, "{…}"],
      ])
  }

  @Test(arguments: [
    (#"{"races":[],"n":0}"#, true), (#"{"races":[{"runs":[]}]}"#, true), (#"{"races":{}}"#, true),
    (#"{"n":0}"#, false), (#"{"races":null}"#, false), (#"{"races":[{"runs":[{"a":1}]}]}"#, false),
    (#"{"other":[]}"#, false),
  ])
  func `a list that is there but empty is told from none`(document: String, isEmpty: Bool) throws {
    let source = try SourceFile(path: folder.write(document, to: "a.json"))
    #expect(try source.hasEmptyList(at: #require(RowPath("races/*/runs/*"))) == isEmpty)
  }

  @Test func `a column may be asked for twice, or be nowhere`() throws {
    let file = try folder.write(#"[{"a":1},{"a":2}]"#, to: "a.json")
    #expect(try read(file, "*", ["a", "z", "a"]) == [["1", nil, "1"], ["2", nil, "2"]])
    #expect(try read(file, "*", []) == [[], []])
  }

  @Test func `a document of many rows comes in batches`() throws {
    let count = 300_000
    let rows = (0..<count).map { "{\"n\":\($0)}" }.joined(separator: ",")
    let file = try folder.write("{\"rows\":[\(rows)],\"total\":\"t\"}", to: "a.json")
    let source = try SourceFile(path: file)
    let read = try source.read(
      columns: ["n", "../total"], rows: RowPath("rows/*"), threads: 1)
    #expect(read.tables.count == 2 && read.rowCount == count)
    #expect(read.tables.flatMap { $0["n"]!.cells } == (0..<count).map { "\($0)" })
    #expect(read.tables.allSatisfy { $0["../total"]!.cells.allSatisfy { $0 == "t" } })
  }

  @Test func `lines read in parallel are those read one by one`() throws {
    let lines = (0..<60_000).map {
      "{\"n\":\($0),\"name\":\"a somewhat longer name of \($0)\",\"races\":[{\"x\":1}]}"
    }
    let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "a.jsonl")
    let source = try SourceFile(path: file)
    let columns = ["x", "../n", "../name"]
    let path = try #require(RowPath("races/*"))
    let one = Table.concatenated(try source.read(columns: columns, rows: path, threads: 1).tables)
    let many = Table.concatenated(try source.read(columns: columns, rows: path, threads: 4).tables)
    #expect(one.rowCount == lines.count && one.cells == many.cells)
    #expect(try source.read(columns: ["n"], threads: 3).rowCount == lines.count)
  }

  @Test func `documents may span lines, in either kind of file`() throws {
    let text = "\u{FEFF}{\n \"a\": 1\n}\n\n{ \"a\":\n2 } {\"a\":3}\n"
    for name in ["a.json", "a.ndjson"] {
      #expect(try read(folder.write(text, to: name), "", ["a"]) == [["1"], ["2"], ["3"]])
    }
    // Larger than the piece that is looked at first.
    let long = "[\n" + (0..<200_000).map { "{\"a\":\n\($0)}" }.joined(separator: ",\n") + "]"
    let file = try folder.write(long + "\n" + long, to: "b.ndjson")
    let rows = try SourceFile(path: file).read(
      columns: ["a"], rows: RowPath("*"), threads: 2)
    #expect(rows.rowCount == 400_000)
  }

  private func read(_ file: String, _ path: String, _ columns: [String]) throws -> [[String?]] {
    let rows = try SourceFile(path: file).read(
      columns: columns, rows: RowPath(path), threads: 1)
    return rows.tables.flatMap { table in
      (0..<table.rowCount).map { row in columns.map { table[$0]!.cells[row] } }
    }
  }
}
