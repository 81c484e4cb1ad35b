import Foundation
import TestSupport
import Testing

/// An import is killed at random moments; no kill may lose earlier data.
@Suite(.tags(.slow)) struct CrashTests {
  private let work: SyntheticStore

  init() throws { work = try SyntheticStore() }

  @Test func `a first import survives being killed at any moment`() throws {
    let file = try work.generate(runners: 8_000)
    let (whole, seconds) = try undisturbed(file)
    var random = SeededGenerator(1)
    for round in 0..<LongForm.count(20, short: 5, "kills of a first import") {
      let delay = Double.random(in: 0...(seconds * 1.05), using: &random)
      try kill(work.importing(file), after: delay)
      let note = "seed \(SeededGenerator.seed), round \(round), killed after \(delay) s"
      guard try storeIsIntact(note) else { continue }
      // The commit was through: the whole import is there, and the next round starts afresh.
      #expect(try work.runners() == whole, "\(note)")
      try FileManager.default.removeItem(atPath: work.store)
    }
    try work.load(file)
    #expect(try work.runners() == whole)
  }

  @Test func `what was stored before survives the kill of a later import`() throws {
    let first = try work.generate("first.csv", runners: 1_000, seed: 2)
    let second = try work.generate(runners: 4_000, seed: 1)
    try work.load(first)
    let before = try work.runners()
    let base = work.folder.file("base")
    try FileManager.default.copyItem(atPath: work.store, toPath: base)
    let (after, seconds) = try undisturbed(second, onto: base)
    #expect(before != after)
    var random = SeededGenerator(2)
    for round in 0..<LongForm.count(10, short: 3, "kills of a later import") {
      let delay = Double.random(in: 0...(seconds * 1.05), using: &random)
      try kill(work.importing(second), after: delay)
      let note = "seed \(SeededGenerator.seed), round \(round), killed after \(delay) s"
      #expect(try storeIsIntact(note))
      let found = try work.runners()
      #expect(found == before || found == after, "\(note)")
      guard found == after else { continue }
      try FileManager.default.removeItem(atPath: work.store)
      try FileManager.default.copyItem(atPath: base, toPath: work.store)
    }
    try work.load(second)
    #expect(try work.runners() == after)
  }

  @Test func `a store survives the kill of an undoing`() throws {
    let second = try work.generate("second.csv", runners: 2_000, seed: 2)
    try work.load(try work.generate("first.csv", runners: 2_000, seed: 1))
    let without = try work.runners()
    try work.load(second)
    let with = try work.runners()
    let base = work.folder.file("base")
    try FileManager.default.copyItem(atPath: work.store, toPath: base)
    let undo = ["imports", "--store", work.store, "--undo", "2", "--yes"]
    let start = Date()
    #expect(try RailbirdProcess.run(undo).exitCode == 0)
    let seconds = Date().timeIntervalSince(start)
    #expect(try work.runners() == without)
    var random = SeededGenerator(3)
    var isUndone = true
    for round in 0..<LongForm.count(10, short: 3, "kills of an undoing") {
      if isUndone {
        try FileManager.default.removeItem(atPath: work.store)
        try FileManager.default.copyItem(atPath: base, toPath: work.store)
      }
      let delay = Double.random(in: 0...(seconds * 1.05), using: &random)
      try kill(undo, after: delay)
      let note = "seed \(SeededGenerator.seed), round \(round), killed after \(delay) s"
      #expect(try storeIsIntact(note))
      let found = try work.runners()
      isUndone = found == without
      #expect(isUndone || found == with, "\(note)")
    }
  }

  /// Returns the runners after an uninterrupted import, and its duration.
  private func undisturbed(_ file: String, onto base: String? = nil) throws -> (Data, Double) {
    let store = work.folder.file("undisturbed")
    if let base { try FileManager.default.copyItem(atPath: base, toPath: store) }
    let start = Date()
    try work.load(file, into: store)
    let seconds = Date().timeIntervalSince(start)
    return (try work.runners(of: store), seconds)
  }

  private func kill(_ arguments: [String], after delay: Double) throws {
    let process = try RailbirdProcess.start(arguments)
    Thread.sleep(forTimeInterval: delay)
    process.kill()
    let code = try process.wait().exitCode
    #expect(code == 0 || code == -SIGKILL)
  }

  /// Whether there is a store, which then must be intact.
  private func storeIsIntact(_ note: String) throws -> Bool {
    let result = try RailbirdProcess.run(["verify", "--store", work.store])
    if result.stderr.contains("found no store") { return false }
    #expect(result.exitCode == 0, "\(note): \(result.stdout)\(result.stderr)")
    return true
  }
}
