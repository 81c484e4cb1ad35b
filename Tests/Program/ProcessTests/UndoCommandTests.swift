import Foundation
import TestSupport
import Testing

struct UndoCommandTests {
  private let work: SyntheticStore

  init() throws { work = try SyntheticStore() }

  private func imports(_ arguments: String...) throws -> ProcessResult {
    try RailbirdProcess.run(["imports", "--store", work.store] + arguments)
  }

  @Test func `reports after an undoing are those of a store that never had the file`() throws {
    let files = try (1...3).map { seed in
      try work.generate("\(seed).csv", runners: 400, seed: seed)
    }
    // The second file amends the first: its races carry the same keys.
    try work.stock(files[0], files[1], files[2])
    let never = work.folder.file("never")
    try work.stock(files[0], files[2], into: never)
    let result = try imports("--undo", "2", "--yes")
    #expect(result.exitCode == 0 && result.stderr == "")
    #expect(result.stdout == "import 2 (2.csv): undone\n")
    #expect(try reports(work.store) == reports(never))
    #expect(try RailbirdProcess.run(["verify", "--store", work.store]).exitCode == 0)
  }

  /// Returns all report files of a store, `summary.json` included.
  private func reports(_ store: String) throws -> [Data] {
    let out = work.folder.file("out")
    let result = try RailbirdProcess.run([
      "report", "--quiet", "--store", store, "--by", "jockey,trainer,horse", "--out", out,
    ])
    try #require(result.exitCode == 0, "\(result.stderr)")
    return try files(below: out).map { try Data(contentsOf: URL(fileURLWithPath: out + "/" + $0)) }
  }

  @Test func `the list shows when, what, how much and what is undone`() throws {
    try work.stock(
      try work.generate("a.csv", runners: 300), try work.generate("b.csv", runners: 300, seed: 2))
    try #require(try imports("--undo", "1", "--yes").exitCode == 0)
    let lines = try imports().stdout.split(separator: "\n").map(String.init)
    #expect(
      lines[0].split(separator: " ").joined(separator: " ")
        == "id imported (UTC) mapping table file rows read stored duplicates rejected replaced "
        + "state")
    #expect(lines[1].hasPrefix(" 1  2") && lines[1].hasSuffix("  undone"))
    #expect(lines[2].hasPrefix(" 2  2") && lines[2].hasSuffix("  0"))
    #expect(lines[2].contains(":"))
  }

  @Test func `the list as JSON has the names of the imports table`() throws {
    try work.stock(try work.generate("a.csv", runners: 300))
    try #require(try imports("--undo", "1", "--yes").exitCode == 0)
    let json = try imports("--json").stdout
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(list.count == 1)
    #expect(list[0]["import_id"] as? Int == 1 && list[0]["stored"] as? Int == 300)
    #expect(list[0]["file"] as? String == "a.csv")
    #expect((list[0]["undone_at"] as? String)?.hasSuffix("Z") == true)
    #expect((list[0]["imported_at"] as? String)?.count == "2026-04-01T00:00:00.000000Z".count)
  }

  @Test func `an undoing of an unknown or undone import fails with its number`() throws {
    try work.stock(try work.generate("a.csv", runners: 300))
    let unknown = try imports("--undo", "7", "--yes")
    #expect(unknown.exitCode == 1 && unknown.stdout == "")
    #expect(
      unknown.stderr
        == "railbird: \(work.store): found no import 7; expected one that `railbird imports` lists\n"
    )
    try #require(try imports("--undo", "1", "--yes").exitCode == 0)
    let again = try imports("--undo", "1", "--yes")
    #expect(again.exitCode == 1)
    #expect(
      again.stderr
        == "railbird: \(work.store): found import 1 undone already; expected one whose rows are in "
        + "the store\n"
    )
  }

  @Test func `imports without archived bytes keep others from being undone`() throws {
    try work.stock(try work.generate("a.csv", runners: 300))
    let other = try work.generate("b.csv", runners: 300, seed: 2)
    try #require(try RailbirdProcess.run(work.importing(other) + ["--no-archive"]).exitCode == 0)
    let before = try work.runners()
    let result = try imports("--undo", "1", "--yes")
    #expect(result.exitCode == 1)
    #expect(
      result.stderr == """
        railbird: \(work.store): found no archived file of import 2 (b.csv): lost, or \
        imported with --no-archive; expected the raw archive to hold what has to be read again

        """)
    #expect(try work.runners() == before)
  }

  @Test(arguments: [
    (["--undo", "1"], "--undo: found no terminal to ask on; expected --yes"),
    (["--yes"], "--yes: found no --undo; expected an import to undo"),
    (["--undo", "1", "--yes", "--json"], "--json: found --undo too; expected one of them"),
  ])
  func `bad usage exits with 64`(arguments: [String], message: String) throws {
    let result = try RailbirdProcess.run(["imports", "--store", work.store] + arguments)
    #expect(result.exitCode == 64 && result.stdout == "")
    #expect(result.stderr.hasPrefix("Error: " + message))
  }
}
