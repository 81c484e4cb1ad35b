import Foundation
import TestSupport
import Testing

/// A result that is cut short must not pass for a whole one.
struct StandardOutputTests {
  private let work: SyntheticStore

  init() throws {
    work = try SyntheticStore()
    let rows = (0..<3_000).map { "r\($0),2024-01-01,1,Ann,1,x" }.joined(separator: "\n")
    try work.stock(
      work.folder.write("race_id,date,number,horse,position,sp\n" + rows, to: "a.csv"))
  }

  private func shell(_ command: String, _ end: String) throws -> ProcessResult {
    let script = "\"$0\" \(command) --store \"$1\" \(end)"
    return try RailbirdProcess.run(
      program: "bash", ["-c", script, RailbirdProcess.executable, work.store])
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"),
    arguments: ["imports", "imports --json", "tables", "rejects", "verify"])
  func `a full disk behind standard output is an error`(command: String) throws {
    let result = try shell(command, "> /dev/full")
    #expect(result.exitCode == 1)
    #expect(
      result.stderr
        == "railbird: standard output: cannot be written (No space left on device)\n")
  }

  @Test(arguments: ["rejects --limit 3000", "rejects --json"])
  func `a closed pipe ends the command quietly`(command: String) throws {
    let result = try shell(command, "| head -1 > /dev/null; exit ${PIPESTATUS[0]}")
    #expect(result.exitCode == 1)
    #expect(result.stderr == "")
  }

  @Test func `a closed pipe behind standard error ends no command`() throws {
    let (store, out) = (work.folder.file("second"), work.folder.file("out"))
    let copies = work.folder.file("copies")
    try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: false)
    let file = try work.generate(runners: 300)
    // The pipe's reader has ended before the command begins.
    func run(_ arguments: String...) throws -> ProcessResult {
      let script = "exec 2> >(:) < '\(file)'; wait $!; exec \"$0\" \"$@\""
      return try RailbirdProcess.run(
        program: "bash", ["-c", script, RailbirdProcess.executable] + arguments,
        environment: ["TMPDIR": copies])
    }
    let imported = try run("import", "--verbose", "--store", store, "--format", "railbird", "-")
    #expect(imported.exitCode == 0)
    #expect(imported.stdout.contains(": 300 rows read = 300 stored"), "\(imported.stdout)")
    let report = try run(
      "report", "--verbose", "--store", store, "--by", "jockey", "--out", out)
    #expect(report.exitCode == 0)
    #expect(FileManager.default.fileExists(atPath: out + "/jockey.csv"))
    #expect(files(below: copies) == [])
    #expect(!files(below: store).contains { $0.contains("draft-") })
  }
}
