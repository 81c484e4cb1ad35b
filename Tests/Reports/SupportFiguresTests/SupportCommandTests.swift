import Foundation
import TestSupport
import Testing

/// `railbird support` as a process.
struct SupportCommandTests {
  private let store: SupportStore
  private var out: String { store.folder.file("out") }

  init() throws { store = try SupportStore.ofAllDomains() }

  private func support(_ arguments: String...) throws -> ProcessResult {
    try RailbirdProcess.run(["support", "--store", store.path] + arguments)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: out + "/" + name, encoding: .utf8)
  }

  @Test func `the files are those that no one has to ask for`() throws {
    let result = try support("--out", out)
    #expect(result.exitCode == 0 && result.stdout == "", "\(result.stderr)")
    let names = ["app_version-week", "channel-week", "load", "os_version-week", "state-week"]
    let tables: [String] = names.flatMap { (name: String) -> [String] in
      [name + ".csv", name + ".json"]
    }
    #expect(files(below: out) == (tables + ["summary.json"]).sorted())
    #expect(
      try text("channel-week.csv").contains(
        "\nchat,2024-04-29,all,2024-05-01,2024-05-03,6,4,2,2,1,18,8,7,3,5,30,120,120,2,120,600,600,"
      ))
    #expect(
      try text("load.csv").split(separator: "\n").count == 5
        && text("load.csv").contains(
          "\n2024-05-01,9,18,9,6,2,7,3,2,2,1,2,1,0\n")
    )
    #expect(try text("summary.json").contains("\"unanswered\": 3,\n"))
    #expect(
      result.stderr.contains("load 4 rows as csv and json as of 2024-05-04"), "\(result.stderr)")
  }

  @Test func `files, windows, day and format are the user's to choose`() throws {
    let result = try support(
      "--by", "week,assignee+month", "--windows", "2d,1d", "--as-of", "2024-05-03", "--format",
      "csv",
      "--out", out, "--show", "--quiet")
    #expect(result.exitCode == 0 && result.stderr == "", "\(result.stderr)")
    #expect(result.stdout.hasPrefix("10 tickets with 22 messages before 2024-05-03\n"))
    #expect(
      files(below: out) == ["assignee-month.csv", "load.csv", "summary.json", "week.csv"])
    // The longest window begins on the first of the month.
    #expect(
      try text("load.csv").split(separator: "\n").map { $0.prefix(10) } == [
        "day,ticket", "2024-05-01", "2024-05-02",
      ])
  }

  @Test func `without a folder the summary alone is printed`() throws {
    let result = try support("--quiet")
    #expect(result.exitCode == 0 && result.stderr == "")
    #expect(result.stdout.hasPrefix("12 tickets with 27 messages before 2024-05-04\n"))
    #expect(result.stdout.contains("\nc-waiting "))
  }

  @Test(arguments: [
    (["--by", "horse"], "--by"), (["--by", "state,state"], "--by"), (["--windows", "x"], "x"),
    (["--as-of", "soon"], "--as-of"), (["--format", "xml"], "xml"),
  ])
  func `bad usage ends with 64 and names what was found`(options: [String], word: String) throws {
    let result = try RailbirdProcess.run(["support", "--store", store.path] + options)
    #expect(result.exitCode == 64 && result.stderr.contains(word), "\(result.stderr)")
  }

  @Test func `a store without tickets says what brings them`() throws {
    let races = try SupportStore()
    try races.addRaces()
    let result = try RailbirdProcess.run(["support", "--store", races.path])
    #expect(result.exitCode == 1 && result.stderr.contains("fetch support"), "\(result.stderr)")
  }
}
