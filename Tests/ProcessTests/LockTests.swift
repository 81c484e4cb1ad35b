import ColumnStore
import Foundation
import TestSupport
import Testing

struct LockTests {
  private let work: SyntheticStore

  init() throws { work = try SyntheticStore() }

  @Test func `an import is refused while this process writes`() throws {
    let file = try work.generate(runners: 300)
    try work.load(file)
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
    // Stopped while it writes its first segments, so that it cannot finish meanwhile.
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
}
