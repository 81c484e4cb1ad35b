import ColumnStore
import Foundation
import SystemFiles
import TestSupport
import Testing

struct LockTests {
  private let work: SyntheticStore

  init() throws { work = try SyntheticStore() }

  @Test func `an import is refused while this process writes`() throws {
    let file = try work.generate(runners: 300)
    try work.stock(file)
    let before = try work.runners()
    let other = try work.generate("other.csv", runners: 300, seed: 2)
    let writer = try StoreWriter(store: work.store)
    let refused = try RailbirdProcess.run(work.importing(other))
    #expect(refused.exitCode == 1)
    #expect(
      refused.stderr == """
        railbird: \(work.store): another process is writing to this store; \
        try again when it has finished

        """)
    // Readers need no lock.
    #expect(try work.runners() == before)
    #expect(writer.before.rowCount(of: "runners") == 300)
  }

  @Test func `this process is refused while an import runs`() throws {
    let file = try work.generate(runners: 3_000)
    let process = try RailbirdProcess.start(work.importing(file))
    // Stopped while it writes its first segments, so that it cannot finish.
    while !FileManager.default.fileExists(atPath: work.store + "/segments"), process.isRunning {
      Thread.sleep(forTimeInterval: 0.002)
    }
    process.send(SIGSTOP)
    let error = #expect(throws: StoreError.self) { try StoreWriter(store: work.store) }
    #expect(error == .locked(store: work.store))
    process.send(SIGCONT)
    #expect(try process.wait().exitCode == 0)
    #expect(throws: Never.self) { try StoreWriter(store: work.store) }
    #expect(try Snapshot(store: work.store).rowCount(of: "runners") == 3_000)
  }

  /// The commands that write one file as a whole, and the name of that file.
  @Test(arguments: [
    (["features", "--columns", "horse"], "f.csv"), (["report"], "jockey.csv"),
    (["card", "--date", "2024-01-01", "--format", "json"], "card-2024-01-01.json"),
  ])
  func `a result is refused while this process writes it, and what it left is replaced`(
    command: [String], name: String
  ) throws {
    let file = "race_id,date,number,horse,jockey,position\na,2024-01-01,1,Ann,Tom,1\n"
    try work.stock(work.folder.write(file, to: "a.csv"))
    let out = work.folder.file("out")
    let target = command[0] == "features" ? out + "/" + name : out
    let arguments = command + ["--store", work.store, "--quiet", "--out", target]
    #expect(try RailbirdProcess.run(arguments).exitCode == 0)
    let answer = try Data(contentsOf: URL(fileURLWithPath: out + "/" + name))
    let left = String(repeating: "left", count: 10_000)
    let draft = try work.folder.write(left, to: "out/.draft-" + name)
    do {
      let lock = try #require(try FileLock(path: draft))
      let refused = try withExtendedLifetime(lock) { try RailbirdProcess.run(arguments) }
      #expect(refused.exitCode == 1)
      #expect(
        refused.stderr
          == "railbird: \(out)/\(name): cannot be written (another process is writing it)\n")
      #expect(try String(contentsOfFile: draft, encoding: .utf8) == left)
    }
    #expect(try RailbirdProcess.run(arguments).exitCode == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: out + "/" + name)) == answer)
    #expect(!FileManager.default.fileExists(atPath: draft))
  }

  @Test func `two runs do not write into one folder at once`() throws {
    let text = "race_id,date,number,horse,jockey,position\na,2024-01-01,1,Ann,Tom,1\n"
    try work.stock(work.folder.write(text, to: "a.csv"))
    let out = work.folder.file("out")
    let report = ["report", "--store", work.store, "--quiet", "--out", out, "--by"]
    #expect(try RailbirdProcess.run(report + ["jockey"]).exitCode == 0)
    let names = files(below: out)
    let before = try names.map { try Data(contentsOf: URL(fileURLWithPath: out + "/" + $0)) }
    // The right that a command has which is writing into the folder.
    let folder = open(out, O_RDONLY | O_CLOEXEC)
    defer { close(folder) }
    try #require(flock(folder, LOCK_EX | LOCK_NB) == 0)
    let refused = try RailbirdProcess.run(report + ["jockey,trainer,horse", "--allow-empty"])
    #expect(refused.exitCode == 1)
    #expect(
      refused.stderr
        == "railbird: \(out): cannot be written (another process is writing into it)\n")
    #expect(files(below: out) == names)
    #expect(
      try names.map { try Data(contentsOf: URL(fileURLWithPath: out + "/" + $0)) } == before)
    // A file of its own has a name of its own.
    let features = ["features", "--store", work.store, "--columns", "horse", "--out"]
    #expect(try RailbirdProcess.run(features + [out + "/f.csv"]).exitCode == 0)
    let export = ["export", "--store", work.store, "--quiet", "--out", out, "--to", "csv"]
    #expect(try RailbirdProcess.run(export).exitCode == 0)
    try FileManager.default.removeItem(atPath: out + "/runners.csv")
    #expect(try RailbirdProcess.run(export + ["--table", "all"]).exitCode == 1)
    // It waits for one that ends.
    let waiting = try RailbirdProcess.start(report + ["jockey,trainer,horse", "--allow-empty"])
    usleep(300_000)
    #expect(files(below: out).filter { $0 != "f.csv" } == names)
    flock(folder, LOCK_UN)
    #expect(try waiting.wait().exitCode == 0)
    #expect(files(below: out).contains("trainer.csv"))
  }

  @Test(arguments: [("002", "664"), ("022", "644"), ("077", "600")])
  func `who may read and write a result is the user's choice`(umask: String, mode: String) throws {
    try work.stock(try work.generate(runners: 300))
    let script = "umask \(umask); \"$0\" report --store \"$1\" --out \"$2\" --quiet"
    let out = work.folder.file("out")
    let result = try RailbirdProcess.run(
      program: "bash", ["-c", script, RailbirdProcess.executable, work.store, out])
    #expect(result.exitCode == 0, "\(result.stderr)")
    let path = out + "/jockey.csv"
    let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(found.map { String($0, radix: 8) } == mode)
  }
}
