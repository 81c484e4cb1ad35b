import Foundation
import TestSupport
import Testing

/// Results that are words without a known meaning, from the import to the report.
struct UnresolvedResultTests {
  private let work: SyntheticStore
  private let file: String
  private let mapping: String

  init() throws {
    work = try SyntheticStore()
    file = try work.folder.write(
      """
      race,date,country,horse,jockey,fin,sp
      1,2024-05-02,GB,Ann,Zoë Zimmer,1,3
      1,2024-05-02,GB,Bea,Bob Lee,2,2
      1,2024-05-02,GB,Cat,Cal Ward,XYZ,9
      2,2024-05-03,GB,Ann,Zoë Zimmer,2,3
      2,2024-05-03,GB,Bea,Bob Lee,1,2

      """, to: "runs.csv")
    mapping = try work.folder.write(
      """
      name: mine
      tables:
        runs:
          feeds: runners
          fields:
            race_id: race
            date: date
            country: country
            horse: horse
            jockey: jockey
            position: {column: fin, format: finish}
            sp: sp
      """, to: "mine.yaml")
  }

  private func load(_ options: String...) throws -> ProcessResult {
    try RailbirdProcess.run(
      ["import", "--store", work.store, "--mapping", mapping, "runs=" + file] + options)
  }

  @Test func `an import of too many unknown words stops and stores nothing`() throws {
    let result = try load()
    #expect(result.exitCode == 1 && result.stdout == "")
    #expect(
      result.stderr.contains(
        "runs.csv: found a result without a known meaning for 1 of 5 runners: \"XYZ\" 1; expected at "
          + "most 0.01 of them (--max-unresolved); give each its meaning in the mapping"),
      "\(result.stderr)")
    let absent = try RailbirdProcess.run(["imports", "--store", work.store])
    #expect(!absent.stdout.contains("runs.csv"), "\(absent.stdout)")
  }

  @Test func `an option allows them, the import names them, and a report counts them`() throws {
    let result = try load("--max-unresolved", "0.2")
    #expect(result.exitCode == 0, "\(result.stderr)")
    #expect(
      result.stdout.contains("; 1 without a known outcome\n  doubt: 1 runners have a result "),
      "\(result.stdout)")
    let report = try RailbirdProcess.run([
      "report", "--store", work.store, "--by", "jockey", "--out", work.folder.file("out"),
    ])
    #expect(report.exitCode == 0)
    #expect(
      report.stderr.hasSuffix("left out: 1 runner without a known result, void ones included\n"),
      "\(report.stderr)")
  }

  @Test(arguments: ["-0.1", "1.5"])
  func `a share is a fraction`(share: String) throws {
    let result = try parse([
      "import", "--store", "S", "--format", "railbird", "--max-unresolved=" + share, "a.csv",
    ])
    #expect(result.exitCode == 64)
    #expect(result.stderr.contains("--max-unresolved: found \(share); expected 0 to 1"))
  }
}
