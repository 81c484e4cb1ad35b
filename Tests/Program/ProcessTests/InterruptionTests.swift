import Foundation
import TestSupport
import Testing

/// An interrupted command leaves no drafts behind, and ends by the signal.
struct InterruptionTests {
  private let work: SyntheticStore

  init() throws { work = try SyntheticStore() }

  /// Sends a signal as soon as a path has a draft below it, and checks that none stays.
  private func interrupt(
    _ process: RailbirdProcess, by signal: Int32, below folder: String,
    _ isDraft: (String) -> Bool
  ) throws {
    var hasBegun = false
    while process.isRunning, !hasBegun {
      hasBegun = drafts(below: folder, isDraft).isEmpty == false
      if !hasBegun { usleep(1_000) }
    }
    try #require(hasBegun, "\(process.stderrSoFar)")
    process.send(signal)
    let result = try process.wait()
    #expect(result.exitCode == -signal, "\(result.stderr)")
    #expect(result.stderr.isEmpty)
    #expect(drafts(below: folder, isDraft).isEmpty)
  }

  private func drafts(below folder: String, _ isDraft: (String) -> Bool) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String]
    return (names ?? []).filter { isDraft(($0 as NSString).lastPathComponent) }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a file that is being written goes`(signal: Int32) throws {
    let out = work.folder.file("big.csv")
    let process = try RailbirdProcess.start([
      "generate", "--runners", "5000000", "--out", out, "--quiet",
    ])
    try interrupt(process, by: signal, below: work.folder.path) { $0 == ".draft-big.csv" }
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test func `an import's copy of the file goes`() throws {
    let file = try work.generate(runners: 60_000)
    let process = try RailbirdProcess.start(work.importing(file) + ["--quiet"])
    try interrupt(process, by: SIGINT, below: work.store) { $0.hasPrefix("draft-") }
    try work.load(file)
  }

  @Test func `a dataset's parts go`() throws {
    try work.stock(try work.generate(runners: 60_000))
    let process = try RailbirdProcess.start([
      "export", "--store", work.store, "--to", "parquet", "--partition", "month", "--out",
      work.folder.file("lake"), "--quiet",
    ])
    try interrupt(process, by: SIGINT, below: work.folder.file("lake")) { $0.hasPrefix(".part-") }
  }

  @Test func `standard input's copy goes`() throws {
    let temporary = work.folder.file("tmp")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    // A pipe that stays open, and empty.
    let line =
      "cd '\(work.folder.path)' && mkfifo pipe && exec '\(RailbirdProcess.executable)' import "
      + "--store S --format railbird --quiet - <> pipe"
    let process = try RailbirdProcess.start(
      program: "sh", ["-c", line], environment: ["TMPDIR": temporary])
    try interrupt(process, by: SIGTERM, below: temporary) { $0.hasPrefix("railbird-") }
  }

  @Test func `a process that ignores the signal goes on`() throws {
    let out = work.folder.file("small.csv")
    let line =
      "trap '' INT; exec '\(RailbirdProcess.executable)' generate --runners 100000 --quiet "
      + "--out '\(out)'"
    let process = try RailbirdProcess.start(program: "sh", ["-c", line])
    while process.isRunning, drafts(below: work.folder.path, { $0.hasPrefix(".draft-") }).isEmpty {
      usleep(1_000)
    }
    process.send(SIGINT)
    #expect(try process.wait().exitCode == 0)
    #expect(FileManager.default.fileExists(atPath: out))
  }
}
