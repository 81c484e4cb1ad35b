import Foundation
import TestSupport
import Testing

struct RejectsCommandTests {
  private let work: SyntheticStore
  private let text =
    "race_id,date,number,horse,position,sp\nr1,2024-01-01,1,Ann,1,2\n"
    + "r1,2024-01-01,2,\"Bea, \"\"B\"\"\",2,x\nr1,2024-01-01,3,Cat,3,y\nr1,2024-02-30,4,Dot,4,5\n"

  init() throws {
    work = try SyntheticStore()
    try work.stock(work.folder.write(text, to: "a.csv"))
  }

  private func rejects(_ arguments: String...) throws -> ProcessResult {
    try RailbirdProcess.run(["rejects", "--store", work.store] + arguments)
  }

  /// Returns the railbird layout with odds that may be unreadable.
  private func lenientMapping() throws -> String {
    let shown = try RailbirdProcess.run(["import", "--show-mapping", "railbird"]).stdout
    let lenient = shown.replacing("sp: {column: sp,", with: "sp: {column: sp, bad: \"null\",")
    return try work.folder.write(lenient, to: "lenient.yaml")
  }

  @Test func `the list ends with counts by import and reason`() throws {
    let odds = "expected decimal odds of at least 1"
    #expect(
      try rejects("--limit", "1").stdout == """
        a.csv:3: cell: sp: found x; \(odds)
            r1,2024-01-01,2,"Bea, ""B""\",2,x

        import  file   reason  rows
             1  a.csv  cell       2
             1  a.csv  date       1

        1 of 3 rejected rows

        """)
    #expect(try rejects("--reason", "date").stdout.hasSuffix("\n1 of 1 rejected rows\n"))
    #expect(try rejects("--reason", "horse").stdout == "no rejected rows\n")
  }

  @Test func `the list of an import that is not there is an error`() throws {
    let fine = try work.folder.write(
      "race_id,date,horse,position\nr2,2024-01-01,Eve,1\n", to: "b.csv")
    try work.load(fine)
    #expect(try rejects("--import-id", "1").stdout.hasSuffix("\n3 of 3 rejected rows\n"))
    #expect(try rejects("--import-id", "2").stdout == "no rejected rows\n")
    for form in [[], ["--json"], ["--csv", work.folder.file("rejects.csv")]] {
      let result = try RailbirdProcess.run(
        ["rejects", "--store", work.store, "--import-id", "9"] + form)
      #expect(result.exitCode == 1 && result.stdout == "")
      #expect(
        result.stderr
          == "railbird: \(work.store): found no import 9; expected one that `railbird imports` "
          + "lists\n")
    }
    #expect(!FileManager.default.fileExists(atPath: work.folder.file("rejects.csv")))
  }

  @Test func `rejects come out as JSON and CSV with their raw text`() throws {
    let json = try rejects("--json", "--reason", "cell").stdout
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(list.map { $0["line"] as? Int } == [3, 4])
    #expect(list[0]["raw"] as? String == #"r1,2024-01-01,2,"Bea, ""B""",2,x"#)
    #expect(list[0]["import_id"] as? Int == 1)
    let file = work.folder.file("rejects.csv")
    #expect(try rejects("--csv", file, "--limit", "1").stdout == "\(file): 1 rows\n")
    let csv = try String(contentsOfFile: file, encoding: .utf8)
    #expect(csv.hasPrefix(#""import_id","file","line","reason","detail","raw"\#n"#))
    #expect(csv.contains(#""r1,2024-01-01,2,""Bea, """"B"""""",2,x""#))
  }

  @Test func `a retry with another mapping accepts rows and says so`() throws {
    let retried = try rejects("--retry", "1", "--mapping", lenientMapping())
    #expect(retried.exitCode == 0 && retried.stderr == "")
    #expect(
      retried.stdout == "import 2 (a.csv), retry of import 1: 3 rows read = 0 stored + "
        + "2 duplicates + 1 rejected\n")
    #expect(try rejects().stdout.hasSuffix("\n1 of 1 rejected rows\n"))
    let list = try RailbirdProcess.run(["imports", "--store", work.store]).stdout
    #expect(list.hasSuffix("  retry of 1\n"))
    let fine = try work.folder.write(
      "race_id,date,horse,position\nr2,2024-01-01,Eve,1\n", to: "b.csv")
    try work.load(fine)
    let nothing = try rejects("--retry", "3")
    #expect(nothing.exitCode == 0)
    #expect(nothing.stdout == "import 3: no rejected rows left to retry\n")
  }

  @Test func `a retry that cannot be made leaves the store as it was`() throws {
    let before = FileManager.default.contents(atPath: work.store + "/MANIFEST")
    let absent = work.folder.file("absent.yaml")
    let results = try [
      rejects("--retry", "9"), rejects("--retry", "1", "--mapping", absent),
      rejects("--retry", "1", "--format", "hkjc"),
    ]
    #expect(results.map(\.exitCode) == [1, 1, 1])
    #expect(
      results[0].stderr
        == "railbird: \(work.store): found no import 9; expected one that `railbird imports` lists\n"
    )
    #expect(results[1].stderr.hasPrefix("railbird: \(absent): cannot be opened ("))
    #expect(results[2].stderr.contains("found the columns race_id, date, number"))
    #expect(FileManager.default.contents(atPath: work.store + "/MANIFEST") == before)
  }

  @Test(arguments: [
    (["--retry", "1", "--json"], "--retry: found options of the list too; expected one of them"),
    (["--mapping", "a.yaml"], "--mapping: found no --retry; expected an import to retry"),
    (["--default", "date=2024-01-01"], "--default: found no --retry; expected an import to retry"),
    (["--zone", "Europe/London"], "--zone: found no --retry; expected an import to retry"),
    (
      ["--retry", "1", "--default", "date=2024-01-01"],
      "--default: found no mapping; expected --mapping or --format too"
    ),
    (
      ["--retry", "1", "--mapping", "a.yaml", "--format", "hkjc"],
      "--mapping: found --format too; expected one of them"
    ),
    (["--retry", "1", "--format", "x"], "--format: found x; expected one of railbird"),
    (["--json", "--csv", "a.csv"], "--json: found --csv too; expected one of them"),
    (["--limit=-1"], "--limit: found -1; expected 0 or more"),
  ])
  func `bad usage exits with 64`(arguments: [String], message: String) throws {
    let result = try parse(["rejects", "--store", work.store] + arguments)
    #expect(result.exitCode == 64 && result.stdout == "")
    #expect(result.stderr.hasPrefix("Error: " + message), "\(result.stderr)")
  }
}
