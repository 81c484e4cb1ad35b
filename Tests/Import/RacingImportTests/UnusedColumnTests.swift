import Columns
import Foundation
import MappingProposals
import Mappings
import RacingExport
import StoreImport
import Testing

/// Unused columns are reported by name, and our own layout reads every kind of file.
struct UnusedColumnTests {
  private static let rows = [
    #"{"race_id":"r1","date":"2024-05-06","horse":"Ann","number":1,"position":1,"sp":4.5,"#
      + #""handicap":true,"jockey":"Zoë \"Z\" Gosack, Jr.","colours":{"cap":"red"},"mood":"fine"}"#,
    #"{"race_id":"r1","date":"2024-05-06","horse":"Bea","number":"2","outcome":"fell","sp":null,"#
      + #""handicap":true,"marks":[1,2],"none":[],"vet":{"seen":{}}}"#,
  ]
  private static let csv = """
    race_id,date,horse,number,position,outcome,sp,handicap,jockey
    r1,2024-05-06,Ann,1,1,,4.5,true,"Zoë ""Z"" Gosack, Jr."
    r1,2024-05-06,Bea,2,,fell,,true,

    """

  @Test func `our own layout reads CSV, JSON, NDJSON and Parquet alike`() throws {
    let plain = TestStore()
    let first = try plain.add([plain.file(Self.csv)], format: "railbird")[0]
    #expect(first.counts == [2, 2, 0, 0] && first.unusedColumns == nil)
    let expected = try plain.exported()
    let lines = Self.rows.joined(separator: "\n")
    let list = "[\(Self.rows.joined(separator: ","))]"
    let texts = [
      ("ndjson", lines), ("jsonl", lines), ("json", list), ("ndjson", "\(list)\n[]\n"),
    ]
    for (ending, text) in texts {
      let store = TestStore()
      let imported = try store.add([store.file(text, ending: ending)], format: "railbird")[0]
      #expect(imported.table == "runners" && imported.counts == [2, 2, 0, 0], "\(ending)")
      #expect(try store.exported() == expected, "\(ending)")
    }
    let parquet = plain.newPath("parquet")
    try ExportJob(try plain.snapshot).write("runners", to: parquet, as: .parquet)
    let store = TestStore()
    #expect(try store.add([parquet], format: "railbird")[0].counts == [2, 2, 0, 0])
    #expect(try store.exported() == expected)
  }

  @Test func `a document that holds no rows of ours is refused, and an empty list is none`() throws
  {
    let store = TestStore()
    let error = #expect(throws: ImportError.self) {
      try store.add(
        [store.file(#"{"races":[{"id":1}],"day":1}"#, ending: "json")], format: "railbird")
    }
    #expect(
      "\(error!)".hasSuffix(
        "found the columns day; expected those of a file that the mapping railbird reads; "
          + "railbird import --explain proposes a mapping"))
    let empty = try store.add([store.file("[]", ending: "json")], format: "railbird")[0]
    #expect(empty.counts == [0, 0, 0, 0])
  }

  @Test func `what no field takes is reported, kept and reported again after a replay`() throws {
    let store = TestStore()
    let json = try store.file(Self.rows.joined(separator: "\n"), ending: "ndjson")
    let names = ["colours", "mood", "marks", "vet"]
    let imported = try store.add([json])[0]
    #expect(Set(imported.unusedColumns ?? []) == Set(names))
    let csv = try store.file("race_id,date,horse,a b,,\"x,\"\"y\"\nr2,2024-05-06,C,1,2,3\n")
    #expect(try store.add([csv])[0].unusedColumns == ["a b", "", "x,\"y"])
    let quoted = try store.file("race_id,date,horse,note\nr3,2024-05-06,\"D\",1\n")
    #expect(try store.add([quoted])[0].unusedColumns == ["note"])
    let again = try store.add([quoted])[0]
    #expect(again.wasKnown)
    let kept = try store.rows("imports").map { $0["unused_columns"] }
    #expect(kept[1...] == ["[\"a b\",\"\",\"x,\\\"y\"]", "[\"note\"]"])
    let ledger = try ImportLedger(try store.snapshot)
    #expect(ledger.imports.map { Set($0.unusedColumns ?? []) }[0] == Set(names))
    let before = try store.exported("imports")
    try store.replay()
    #expect(try store.exported("imports") == before)
  }

  @Test func `a column that a join takes, or is found by, is taken`() throws {
    let yaml = """
      name: club
      tables:
        riders:
          feeds: lookup
          recognised_by: [id, full]
        races:
          feeds: races
          recognised_by: [race, day]
          fields: {race_id: race, date: day}
        runs:
          feeds: runners
          recognised_by: [race, runner]
          join: {table: riders, "on": {rider: id}}
          fields: {race_id: race, horse: runner, jockey: riders.full, position: place}
      """
    for ending in ["csv", "ndjson"] {
      let store = TestStore()
      func file(_ names: [String], _ cells: [String]) throws -> String {
        let members = zip(names, cells).map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
        let csv = names.joined(separator: ",") + "\n" + cells.joined(separator: ",") + "\n"
        return try store.file(ending == "csv" ? csv : "{\(members)}\n", ending: ending)
      }
      let files = [
        try file(["race", "runner", "rider", "place", "spare"], ["1", "Ann", "7", "1", "x"]),
        try file(["race", "day", "wind"], ["1", "2024-05-06", "north"]),
        try file(["id", "full", "born"], ["7", "Kim", "1990"]),
      ]
      let imported = try store.add(files, yaml: yaml)
      #expect(imported.map(\.unusedColumns) == [["spare"], ["wind"], ["born"]], "\(ending)")
      #expect(try store.values("jockey") == ["Kim"])
    }
  }

  @Test func `an explanation tells of columns that begin late`() throws {
    let count = 20_100
    let lines = (0..<count).map { row in
      let late = row >= 20_010 ? #","position":\#(row % 9 + 1),"sp":4.5"# : ""
      let once = row == 10_321 ? #","stewards":"late jumper""# : ""
      return #"{"race_id":"r\#(row / 9)","date":"2024-05-06","horse":"H\#(row)"\#(late)\#(once)}"#
    }
    let store = TestStore()
    let file = try store.file(lines.joined(separator: "\n"), ending: "ndjson")
    let page = try FileExplanation(file: file, threads: 2).text
    #expect(page.contains("      position: "))
    #expect(page.contains("      sp: "))
    #expect(page.contains("#   stewards: such as late jumper\n"))
    #expect(page.contains("The built-in mapping railbird reads this file"))
    #expect(page.contains("without a known outcome: 20010\n"))
  }
}
