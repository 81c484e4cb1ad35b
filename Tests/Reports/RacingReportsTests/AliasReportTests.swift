import Cards
import ColumnStore
import ReportWriters
import StoreSupport
import TabularFiles
import TestSupport
import Testing

@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// Spellings of one name while a report is computed.
@Suite struct AliasReportTests {
  private static let wild = Result {
    try StoreFixture.snapshot(csv: WildRaces(races: 100, salt: 71).csv)
  }
  /// A known name, an unknown one, one without rows, and two spellings of one name.
  private static let csv = """
    role,spelling,name
    jockey,Ann,Zoë
    jockey,ann,Zoë
    jockey,Bob,Aaron Newname
    jockey,Nobody,潘頓
    trainer,Eve,Flo
    horse,H1-1,H2-2
    horse,H1-2,H2-2
    course,C1,C0
    """
  private static let names = [
    "jockey": ["Ann": "Zoë", "ann": "Zoë", "Bob": "Aaron Newname"], "trainer": ["Eve": "Flo"],
    "horse": ["H1-1": "H2-2", "H1-2": "H2-2"], "course": ["C1": "C0"],
  ]

  private func aliases() throws -> NameAliases {
    let folder = try TemporaryFolder()
    return try NameAliases(contentsOf: folder.write(Self.csv, to: "aliases.csv"))
  }

  @Test func `aliases made of values are those of a file`() throws {
    let rows = Self.csv.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",").map(String.init)
      return (role: cells[0], spelling: cells[1], name: cells[2])
    }
    #expect(try NameAliases(rows) == aliases())
    let error = #expect(throws: FileError.self) {
      try NameAliases([(role: "jockey", spelling: "A", name: "B"), ("jokey", "C", "D")])
    }
    #expect(error?.description.hasPrefix("alias 2: found the role jokey; expected one of") == true)
  }

  @Test func `text after a closing quote is no part of a spelling`() throws {
    let text = "role,spelling,name\nhorse,\"Grey\"x,Sky Blue\n"
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "aliases.csv")
    let error = #expect(throws: FileError.self) { try NameAliases(contentsOf: path) }
    #expect(error?.description.contains(":2: found text after a closing quote") == true)
  }

  @Test(arguments: [1, 2, 3])
  func `rows of several spellings become one entity`(threads: Int) throws {
    let dimensions = [
      "jockey", "trainer+jockey", "horse", "course", "days_since_last_run_band", "owner",
    ]
    try expectReference(try Self.wild.get(), dimensions, ["90d", "all"], aliases: Self.names) {
      $0.aliases = try aliases()
      $0.threads = threads
    }
  }

  @Test func `a filter sees the names that the spellings stand for`() throws {
    try expectReference(try Self.wild.get(), ["jockey", "horse"], ["all"], aliases: Self.names) {
      $0.aliases = try aliases()
      $0.filter = try Filter("jockey in ('Aaron Newname', 'Zoë') and course <> C1")
    } reference: {
      $0.filter = {
        ["Aaron Newname", "Zoë"].contains($0.keys["jockey"]) && $0.keys["course"] != nil
      }
    }
    let nobody = try ReportTable(by: "jockey", windows: ["all"], of: try Self.wild.get()) {
      $0.aliases = try aliases()
      $0.filter = try Filter("jockey = 'Bob'")
    }
    #expect(nobody.rows.isEmpty)
  }

  @Test func `two spellings in one race are one row and one market`() throws {
    let csv = """
      race_id,date,number,jockey,trainer,position,bsp
      1,2026-01-01,1,Ann,Eve,1,4
      1,2026-01-01,2,Bob,Flo,2,4
      """
    let table = try ReportTable(by: "trainer", csv) { $0.aliases = try aliases() }
    #expect(table.names == ["Flo"])
    #expect(table.cells("Flo", "runs", "bsp_profit") == ["2", "1.9000"])
  }

  @Test func `without aliases everything is as it was`() throws {
    func bytes(_ aliases: NameAliases) throws -> [String] {
      var request = ReportRequest(dimensions: [try Dimension("jockey"), try Dimension("horse")])
      request.aliases = aliases
      let result = try ReportJob(request, from: Self.wild.get()).run()
      return result.reports.map(CSVReportWriter.text)
        + [SummaryWriter.text(result.summary, sources: [], version: "1")]
    }
    let plain = try bytes(NameAliases())
    #expect(try bytes(aliases()) != plain)
    #expect(try bytes(aliases()).last!.contains("\"aliases\": 8,"))
    #expect(!plain.last!.contains("aliases"))
  }

  @Test func `runners are counted by spelling, whatever stands for it`() throws {
    let snapshot = try StoreFixture.snapshot(
      csv: """
        race_id,date,number,jockey,course,position
        1,2026-01-01,1,Ann,Ascot,1
        1,2026-01-01,2,Bob,Ascot,2
        2,2026-02-01,1,Ann,York,1
        """)
    #expect(try NameCounts("jockey", snapshot)["Ann"] == 2)
    #expect(try NameCounts("jockey", snapshot)["Cy"] == 0)
    #expect(try NameCounts("course", snapshot)["Ascot"] == 2)
  }
}
