import Foundation
import TestSupport
import Testing

struct ShowTests {
  private let work: SyntheticStore

  init() throws {
    work = try SyntheticStore()
    let file = try work.folder.write(
      """
      race_id,date,course,number,horse,jockey,trainer,position,sp
      1,2026-01-01,York,1,Red,Zoë Zimmer,Tom Archer,1,3
      1,2026-01-01,York,2,Blue,Bob Lee,Tom Archer,2,4
      2,2026-01-02,York,1,Red,Z. Zimmer,Una Archer,2,2
      """, to: "runners.csv")
    try work.stock(file)
  }

  private func show(_ arguments: String...) throws -> ProcessResult {
    try RailbirdProcess.run(["show"] + arguments + ["--store", work.store])
  }

  @Test func `a name that is begun shows its record`() throws {
    let result = try show("jockey", "zoe")
    #expect(result.exitCode == 0 && result.stderr == "")
    #expect(
      result.stdout.hasPrefix(
        "Zoë Zimmer, jockey\n1 run from 2026-01-01 to 2026-01-01, 1 win (100.0 %), "))
    #expect(result.stdout.hasSuffix("2026-01-01  York          –    1/2   3  Red    Tom Archer\n"))
    // Words need no quotes.
    #expect(try show("jockey", "ZOE", "ZIMMER").stdout == result.stdout)
  }

  @Test func `a break in the filter is as long as the user says`() throws {
    let filter = "runs_since_break = 0"
    let usual = try show("horse", "red", "--where", filter)
    let short = try show("horse", "red", "--where", filter, "--break-days", "1")
    #expect(usual.stdout.contains("\n1 run from 2026-01-01 to 2026-01-01"), "\(usual.stderr)")
    #expect(short.stdout.contains("\n2 runs from 2026-01-01 to 2026-01-02"), "\(short.stderr)")
    #expect(try show("horse", "red", "--break-days", "0").exitCode != 0)
  }

  @Test func `several names are listed and a mistyped one is suggested`() throws {
    let several = try show("trainer", "archer")
    #expect(several.exitCode == 1 && several.stdout == "")
    #expect(
      several.stderr == """
        railbird: \(work.store): found 2 trainers for archer; expected one of
          Tom Archer  2  runners
          Una Archer  1  runner

        """)
    let unknown = try show("jockey", "Bob", "Leee")
    #expect(unknown.exitCode == 1 && unknown.stdout == "")
    #expect(
      unknown.stderr == """
        railbird: \(work.store): found no jockey for Bob Leee; expected a name of the store, such as
          Bob Lee  1  runner

        """)
  }

  @Test func `aliases gather the spellings of a name`() throws {
    try Data("role,spelling,name\njockey,Z. Zimmer,Zoë Zimmer\n".utf8)
      .write(to: URL(fileURLWithPath: work.store + "/aliases.csv"))
    let result = try show("jockey", "z. zimmer", "--json", "--runs", "1", "--windows", "1d")
    let json = try JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? [String: Any]
    #expect(json?["name"] as? String == "Zoë Zimmer")
    #expect(json?["spellings"] as? [String] == ["Z. Zimmer"])
    #expect((json?["career"] as? [String: Any])?["runs"] as? Int == 2)
    #expect((json?["runs"] as? [Any])?.count == 1 && (json?["windows"] as? [Any])?.count == 1)
    #expect(try show("jockey", "Z. Zimmer", "--no-aliases").stdout.hasPrefix("Z. Zimmer, jockey"))
  }

  @Test func `no race before the day is an error`() throws {
    let result = try show("jockey", "zoe", "--as-of", "2026-01-01")
    #expect(result.exitCode == 1 && result.stdout == "")
    #expect(
      result.stderr
        == "railbird: \(work.store): found no race before 2026-01-01; expected at least one\n")
  }

  @Test(arguments: [
    ["jockey"], ["groom", "Ann"], ["jockey", "Ann", "--windows", "0d"],
    ["jockey", "Ann", "--as-of", "2026-02-30"], ["jockey", "Ann", "--runs", "-1"],
    ["jockey", "Ann", "--min-runs", "-1"],
  ])
  func `bad usage exits with 64`(arguments: [String]) throws {
    let result = try parse(["show"] + arguments + ["--store", work.store])
    #expect(result.exitCode == 64 && result.stdout == "")
  }
}
