import Foundation
import TestSupport
import Testing

/// A command that fills tables anew keeps all that is stored until it has the store to itself.
@Suite(.enabled(if: Faults.areAvailable, "without a C compiler no call can be made to wait"))
struct ReplayBesideImportTests {
  private let work: SyntheticStore

  init() throws {
    work = try SyntheticStore()
    try work.stock(file(month: 1), file(month: 2))
  }

  private func file(month: Int) throws -> String {
    // Large enough for a segment that is mostly data.
    let text = (0..<900).map {
      "\(month)\($0 / 100),2024-0\(month)-0\($0 / 100 + 1),\($0 % 100),\($0 % 100 + 1),Ann \($0)\n"
    }.joined()
    return try work.folder.write("race_id,date,number,position,horse\n" + text, to: "\(month).csv")
  }

  private func imports() throws -> String {
    try RailbirdProcess.run(["imports", "--store", work.store]).stdout
  }

  /// Runs a command that waits before it locks the store, or frees it, until another command has
  /// ended.
  private func run(_ command: [String], waiting time: Int, for other: [String]) throws {
    let faults = Faults("flock:LOCK=wait@\(time)", below: work.folder)
    let result = try faults.run(command + ["--store", work.store]) {
      let result = try RailbirdProcess.run(other)
      try #require(result.exitCode == 0, "\(result.stderr)")
    }
    #expect(result.exitCode == 0, "\(result.stderr)")
    let verified = try RailbirdProcess.run(["verify", "--store", work.store])
    #expect(verified.exitCode == 0, "\(verified.stdout)")
  }

  @Test func `an import that ends before a replay has the lock stays`() throws {
    try run(["replay"], waiting: 1, for: work.importing(file(month: 3)))
    #expect(try imports().contains(" 3.csv "))
  }

  @Test func `an import between the steps of a repair stays`() throws {
    let segment = try #require(
      files(below: work.store).first { $0.hasPrefix("segments/runners/2024-01") })
    try rewrite(work.store + "/" + segment) { $0[$0.count / 2] ^= 1 }
    try run(["repair", "--yes"], waiting: 3, for: work.importing(file(month: 3)))
    #expect(try imports().contains(" 3.csv "))
  }

  @Test func `an import that is undone before a replay has the lock stays undone`() throws {
    let undo = ["imports", "--undo", "1", "--yes", "--store", work.store]
    try run(["replay"], waiting: 1, for: undo)
    #expect(try imports().contains("undone"))
  }
}
