import Columns
import TabularFiles
import TestSupport
import Testing

/// Lists in rows that are read as objects: each element has a name.
@Suite struct NamedListTests {
  private let folder: TemporaryFolder
  private static let rows = RowPath(
    "runners/*", lists: [.init("odds", name: "bookmaker", newest: "updated")])!

  init() throws { folder = try TemporaryFolder() }

  private func cells(
    _ text: String, _ columns: [String], _ rows: RowPath = rows
  ) throws -> [[String?]] {
    let source = try SourceFile(path: folder.write(text, to: "a.json"))
    let table = try source.read(columns: columns, rows: rows, threads: 1).tables[0]
    let all = columns.map { table[$0]!.cells }
    return (0..<table.rowCount).map { row in all.map { $0[row] } }
  }

  private static let text = #"""
    {"runners":[
    {"horse":"Ann","odds":[
      {"bookmaker":"Sky Bet","decimal":"3.5","updated":"2025-05-02 09:10:00"},
      {"bookmaker":"10 Bet","decimal":4,"updated":"2025-05-02 09:00:00"},
      {"decimal":"5","updated":"2025-05-02 09:20:00","bookmaker":"Sky Bet"},
      {"bookmaker":"Sky Bet","decimal":"6","updated":"2025-05-02 09:15:00"},
      {"bookmaker":"","decimal":"7"},{"decimal":"8"},9,null,{}]},
    {"odds":[{"bookmaker":"A\/B","decimal":null},{"bookmaker":"10 Bet","decimal":"2"},
      {"bookmaker":"10 Bet","decimal":"2.5"}],"horse":"Bea"},
    {"horse":"Cid","odds":[]},{"horse":"Dot"},{"horse":"Eve","odds":{"Tote":{"decimal":"9"}}}]}
    """#

  @Test func `an element is a member of its name, of one name the newest`() throws {
    let columns = ["horse", "odds/Sky Bet/decimal", "odds/10 Bet/decimal", "odds/Tote/decimal"]
    #expect(
      try cells(Self.text, columns) == [
        ["Ann", "5", "4", nil], ["Bea", nil, "2.5", nil], ["Cid", nil, nil, nil],
        ["Dot", nil, nil, nil], ["Eve", nil, nil, "9"],
      ])
    // Without a member that marks the newest, it is the last.
    let last = RowPath("runners/*", lists: [.init("odds", name: "bookmaker")])!
    #expect(try cells(Self.text, columns, last)[0] == ["Ann", "6", "4", nil])
    // A list of another name stays one.
    #expect(try cells(Self.text, ["odds"], RowPath("runners/*")!)[0] == ["[…]"])
  }

  @Test func `its elements' members are columns, and reported while rows are read`() throws {
    let source = try SourceFile(path: folder.write(Self.text, to: "a.json"))
    let found = try #require(try source.jsonColumns(rows: Self.rows))
    #expect(
      found.names == [
        "horse", "odds/Sky Bet/decimal", "odds/Sky Bet/updated", "odds/Sky Bet/bookmaker",
        "odds/10 Bet/bookmaker", "odds/10 Bet/decimal", "odds/10 Bet/updated",
        "odds/A~1B/bookmaker", "odds/A~1B/decimal", "odds/Tote/decimal",
      ])
    #expect(found.closedContainers.isEmpty)
    // A name that is not asked for is reported as it is.
    let told = try source.readParts(
      columns: ["odds/Sky Bet/decimal"], rows: Self.rows, threads: 1, beside: nil, begin: {}
    ) { _ in }
    #expect(told?.closedContainers == ["odds/10 Bet", "odds/A~1B", "odds/Tote"])
  }

  @Test(arguments: [
    #"{"runners":[{"odds":[{"bookmaker":"a",}]}]}"#, #"{"runners":[{"odds":[{"bookmaker" 1}]}]}"#,
    #"{"runners":[{"odds":[{"bookmaker":"a"} {"bookmaker":"b"}]}]}"#,
    #"{"runners":[{"odds":[{"bookmaker":"\x"}]}]}"#, #"{"runners":[{"odds":[{"bookmaker":"a"}]"#,
  ])
  func `a list that is no JSON refuses the file`(text: String) throws {
    let source = try SourceFile(path: folder.write(text, to: "a.json"))
    #expect(throws: FileError.self) {
      try source.read(columns: ["odds/a/bookmaker"], rows: Self.rows, threads: 1)
    }
    #expect(throws: FileError.self) { try source.jsonColumns(rows: Self.rows) }
  }

  @Test func `a name that comes a hundred thousand times takes no square of that`() throws {
    let element = #"{"bookmaker":"a","decimal":"2","updated":"1"}"#
    let names = (0..<100_000).map { #"{"bookmaker":"\#($0)","decimal":"3"}"# }
    let list = (Array(repeating: element, count: 100_000) + names).joined(separator: ",")
    let text = #"{"runners":[{"odds":["# + list + "]}]}"
    #expect(try cells(text, ["odds/a/decimal", "odds/99999/decimal"]) == [["2", "3"]])
  }
}
