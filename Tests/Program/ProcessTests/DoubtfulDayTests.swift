import Columns
import Foundation
import TestSupport
import Testing

/// Days that are hard to believe are reported, also to a nightly job.
struct DoubtfulDayTests {
  private let work: SyntheticStore

  init() throws { work = try SyntheticStore() }

  /// Returns the day after so many from today.
  private func day(_ count: Int) -> String {
    (Day(Int32(Date().timeIntervalSince1970 / 86_400)) + count).iso
  }

  private func run(_ arguments: String...) throws -> ProcessResult {
    let result = try RailbirdProcess.run(arguments + ["--store", work.store])
    try #require(result.exitCode == 0, "\(result.stderr)")
    return result
  }

  /// Imports a race of last month, and one so many days from now.
  private func load(_ count: Int, hasResult: Bool = true) throws -> ProcessResult {
    let places = hasResult ? ["1", "2"] : ["", ""]
    let file = try work.folder.write(
      """
      race_id,date,country,number,horse,jockey,position,sp
      1,\(day(-30)),GB,1,Ann,Zoë Zimmer,1,3
      1,\(day(-30)),GB,2,Bea,Bob Lee,2,2
      41,\(day(count)),GB,1,Ann,Zoë Zimmer,\(places[0]),3
      41,\(day(count)),GB,2,Bea,Bob Lee,\(places[1]),2
      """, to: "runners.csv")
    return try run("import", "--quiet", "--format", "railbird", file)
  }

  private func commands() -> [[String]] {
    let out = work.folder.file("out")
    return [
      ["report", "--quiet", "--by", "jockey", "--out", out],
      ["calibration", "--quiet", "--out", out],
      ["show", "jockey", "Zoë Zimmer", "--quiet"],
      [
        "search", "--quiet", "--keys", "jockey", "--depth", "1", "--min-runs", "1",
        "--permutations", "1", "--out", out,
      ],
    ]
  }

  private func told(by command: [String]) throws -> String {
    let result = try RailbirdProcess.run(command + ["--store", work.store])
    try #require(result.exitCode == 0, "\(result.stderr)")
    return result.stderr
  }

  @Test(arguments: [2, 200, 400])
  func `an import and each report name a result of days to come`(count: Int) throws {
    let imported = try load(count)
    let days = count > 366 ? "a day more than a year ahead" : "a result of a day after tomorrow"
    #expect(imported.stdout == "")
    #expect(
      imported.stderr == "runners.csv: doubt: 2 rows have \(days), which moves the day of reports, "
        + "such as \(day(count)), race 41\n")
    for command in commands() {
      #expect(
        try told(by: command) == "the newest race, 41 on \(day(count)), decides the day; if it is "
          + "mistyped, set another with --as-of\n")
      #expect(try told(by: command + ["--as-of", day(0)]) == "")
    }
  }

  @Test(arguments: [(0, true), (1, true), (2, false), (300, false)])
  func `results up to tomorrow and cards of a year raise no doubt`(
    count: Int, hasResult: Bool
  ) throws {
    #expect(try load(count, hasResult: hasResult).stderr == "")
    for command in commands() { #expect(try told(by: command) == "") }
  }
}
