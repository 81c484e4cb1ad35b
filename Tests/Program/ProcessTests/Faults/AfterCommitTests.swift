import Foundation
import TestSupport
import Testing

/// A stored change is reported as stored, even if a later step fails.
struct AfterCommitTests {
  private let work: SyntheticStore

  init() throws { work = try SyntheticStore() }

  private static let file =
    "race_id,date,number,horse,position,sp\nr1,2024-01-01,1,Ann,1,2.5\nr1,2024-01-01,2,Bea,x,3\n"

  private func shell(_ arguments: [String], _ end: String) throws -> ProcessResult {
    try RailbirdProcess.run(
      program: "bash",
      ["-c", "\"$0\" \"$@\" \(end)", RailbirdProcess.executable] + arguments)
  }

  private func expectStored() throws {
    #expect(try RailbirdProcess.run(["verify", "--store", work.store]).exitCode == 0)
    let imports = try RailbirdProcess.run(["imports", "--store", work.store])
    #expect(imports.stdout.contains("a.csv"), "\(imports.stdout)\(imports.stderr)")
  }

  /// The pipe's reader ends before the import prints anything.
  @Test(arguments: [
    ("> /dev/full", "No space left on device"), (">&-", "Bad file descriptor"),
    ("| true; exit ${PIPESTATUS[0]}", "Broken pipe"),
  ])
  func `standard output that takes no more does not undo an import`(
    end: String, reason: String
  ) throws {
    let file = try work.folder.write(Self.file, to: "a.csv")
    let result = try shell(work.importing(file), end)
    #expect(result.exitCode == 74)
    #expect(
      result.stderr
        == "railbird: the import is stored; standard output: cannot be written (\(reason))\n")
    try expectStored()
  }

  @Test func `an undoing and aliases stand, too`() throws {
    try work.load(try work.folder.write(Self.file, to: "a.csv"))
    let undo = ["imports", "--store", work.store, "--undo", "1", "--yes"]
    let undone = try shell(undo, "> /dev/full")
    #expect(undone.exitCode == 74)
    #expect(undone.stderr.hasPrefix("railbird: the import is undone; standard output: "))
    let own = try work.folder.write("role,spelling,name\nhorse,Ann,Bea\n", to: "own.csv")
    let set = try shell(["aliases", "--store", work.store, "--set", own], "> /dev/full")
    #expect(set.exitCode == 74 && set.stderr.hasPrefix("railbird: the aliases are stored; "))
    // A list is no change: a truncated result is a failure.
    #expect(try shell(["aliases", "--store", work.store], "> /dev/full").exitCode == 1)
  }

  @Test(
    .enabled(if: Faults.areAvailable, "found no C compiler to make calls fail with"),
    arguments: ["fsync", "unlink"])
  func `what the system refuses behind the commit does not undo an import`(call: String) throws {
    try work.load(try work.folder.write(Self.file, to: "first.csv"))
    let segment = try #require(
      files(below: work.store).first { $0.hasPrefix("segments/runners/2024-01.") })
    let name = String(segment.split(separator: "/").last!)
    // The store's folder is synced at first, and before and after the manifest's rename; then old
    // months go.
    let place = call == "unlink" ? "\(work.store)/\(segment)" : work.store
    let fault = call == "unlink" ? "unlink:\(name)=EIO" : "fsync:store=EIO@3"
    let file = try work.folder.write(Self.file.replacing("2.5", with: "4"), to: "a.csv")
    let result = try Faults(fault, below: work.folder).run(work.importing(file))
    #expect(result.exitCode == 74)
    #expect(
      result.stderr == "railbird: the change is stored; \(place): Input/output error\n")
    try expectStored()
  }
}
