import Foundation
import TestSupport
import Testing

/// `railbird replay`: rebuilds the tables from the raw archive, even if all else is lost or
/// interrupted.
struct ReplayCommandTests {
  private let work: SyntheticStore
  private let before: Data

  init() throws {
    work = try SyntheticStore()
    try work.stock(
      try work.generate("first.csv", runners: 600, seed: 1),
      try work.generate("second.csv", runners: 600, seed: 2))
    before = try work.runners()
  }

  private func lose(_ names: String...) throws {
    for name in names { try FileManager.default.removeItem(atPath: work.store + "/" + name) }
  }

  @Test func `a store is whole again after it lost everything but its archive`() throws {
    try lose("MANIFEST", "segments", "dictionaries")
    let file = try work.generate("third.csv", runners: 60, seed: 3)
    let refused = try RailbirdProcess.run(work.importing(file))
    #expect(refused.exitCode == 1)
    #expect(refused.stderr.contains("`railbird repair --store \(work.store)` rebuilds it"))
    let result = try RailbirdProcess.run(["replay", "--store", work.store])
    #expect(result.exitCode == 0, "\(result.stderr)")
    let line = /2 imports, 1,200 rows, [\d,]+ bytes in \d+\.\d\d s, \d+ MB\/s\n/
    #expect(result.stdout.wholeMatch(of: line) != nil, "\(result.stdout)")
    #expect(try work.runners() == before)
    #expect(try RailbirdProcess.run(["verify", "--store", work.store]).exitCode == 0)
    try work.load(file)
  }

  @Test func `rate and time left are told from the second import on`() throws {
    let told = try RailbirdProcess.run(["replay", "--store", work.store, "--verbose"]).stderr
    let lines = told.split(separator: "\n")
    let first = /import 1 of 2: reading first\.csv \(\d+\.\d MB\)/
    #expect(lines.contains { $0.wholeMatch(of: first) != nil }, "\(told)")
    let second = /import 2 of 2, \d+\.\d MB\/s, \d+ s left: reading second\.csv \(\d+\.\d MB\)/
    #expect(lines.contains { $0.wholeMatch(of: second) != nil }, "\(told)")
    // A replay reports each file's rows as an import does.
    #expect(
      lines.contains { $0.contains(/: parsing first\.csv \(.*, 600 of about 600 rows/) }, "\(told)")
  }

  @Test(.longForm) func `a new store is filled beside the old one, which stays as it is`() throws {
    let files = files(below: work.store)
    let manifest = FileManager.default.contents(atPath: work.store + "/MANIFEST")
    let target = work.folder.file("new")
    let nameless = try RailbirdProcess.run(["replay", "--store", work.store, "--into", ""])
    #expect(nameless.exitCode == 64 && nameless.stderr.contains("--into: found an empty name"))
    let replay = ["replay", "--store", work.store, "--into", target, "--quiet"]
    let result = try RailbirdProcess.run(replay)
    #expect((result.exitCode, result.stdout, result.stderr) == (0, "", ""))
    #expect(try work.runners(of: target) == before)
    #expect(TestSupport.files(below: work.store) == files)
    #expect(FileManager.default.contents(atPath: work.store + "/MANIFEST") == manifest)
    let again = try RailbirdProcess.run(replay)
    #expect(again.exitCode == 1)
    #expect(
      again.stderr
        == "railbird: \(target): found a store; expected a new or an empty folder\n")
  }

  @Test(arguments: [false, true])
  func `a store is not filled into itself, however its folder is spelled`(isLost: Bool) throws {
    if isLost { try lose("MANIFEST", "segments", "dictionaries") }
    let link = work.folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: work.store)
    let store = try #require(work.store.split(separator: "/").last)
    let files = files(below: work.store)
    let itself = "the store itself; expected another folder, or no --into to fill the store anew"
    let inside = "a folder inside the store \(work.store); expected one outside of it"
    for (target, found) in [
      (work.store, itself), (work.store + "/", itself), (work.store + "/../\(store)", itself),
      (work.store + "/./archive/..", itself), (link, itself), (work.store + "/sub", inside),
      (link + "/archive/sub/deeper", inside),
      (work.folder.file("none/../\(store)/x"), inside),
    ] {
      let result = try RailbirdProcess.run(["replay", "--store", work.store, "--into", target])
      #expect(result.exitCode == 1)
      #expect(result.stderr == "railbird: \(target): found \(found)\n")
      #expect(TestSupport.files(below: work.store) == files, "\(target)")
    }
    // A name that only begins like the store's is another folder.
    let other = try RailbirdProcess.run(
      ["replay", "--store", work.store, "--into", work.store + "2", "--quiet"])
    #expect(other.exitCode == 0, "\(other.stderr)")
  }

  @Test(arguments: [["notes.txt"], ["LOCK", "notes.txt"]])
  func `a folder that holds something else is not filled`(names: [String]) throws {
    let target = work.folder.file("new")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for name in names { _ = try work.folder.write("x", to: "new/" + name) }
    let result = try RailbirdProcess.run(["replay", "--store", work.store, "--into", target])
    #expect(result.exitCode == 1)
    let found = "a folder that holds notes.txt; expected a new or an empty folder"
    #expect(result.stderr == "railbird: \(target): found \(found)\n")
    #expect(files(below: target) == names)
  }

  @Test func `nothing behind a link or a pipe comes into a new store`() throws {
    let secret = try work.folder.write("secret\n", to: "secret")
    try FileManager.default.createDirectory(
      atPath: work.store + "/fetch", withIntermediateDirectories: true)
    for name in ["aliases.csv", "fetch/a.salt", "fetch/a.url"] {
      let path = work.store + "/" + name
      for (found, make) in [
        ("a link", { symlink(secret, path) }), ("a pipe or a device", { mkfifo(path, 0o600) }),
      ] as [(String, () -> Int32)] {
        try #require(make() == 0)
        let target = work.folder.file("new")
        let result = try RailbirdProcess.run(["replay", "--store", work.store, "--into", target])
        let text = "railbird: \(path): found \(found); expected an ordinary file\n"
        #expect(result.exitCode == 1 && result.stderr == text, "\(result.stderr)")
        #expect(files(below: target).allSatisfy { !$0.hasSuffix(name) })
        try FileManager.default.removeItem(atPath: path)
        try? FileManager.default.removeItem(atPath: target)
      }
    }
  }

  @Test func `imports without archived bytes are named and nothing is done`() throws {
    let file = try work.generate("third.csv", runners: 60, seed: 3)
    #expect(try RailbirdProcess.run(work.importing(file) + ["--no-archive"]).exitCode == 0)
    let manifest = FileManager.default.contents(atPath: work.store + "/MANIFEST")
    let result = try RailbirdProcess.run(["replay", "--store", work.store])
    #expect(result.exitCode == 1)
    #expect(
      result.stderr == "railbird: \(work.store): found no archived file of import 3 (third.csv): "
        + "lost, or imported with --no-archive; expected the raw archive to hold what has to be read "
        + "again\n")
    #expect(FileManager.default.contents(atPath: work.store + "/MANIFEST") == manifest)
  }

  @Test(.longForm) func `a new store that was cut short is begun again`() throws {
    let target = work.folder.file("new")
    let replay = ["replay", "--store", work.store, "--into", target]
    var random = SeededGenerator(5)
    for _ in 0..<6 where !FileManager.default.fileExists(atPath: target + "/MANIFEST") {
      let process = try RailbirdProcess.start(replay)
      Thread.sleep(forTimeInterval: Double.random(in: 0.02...0.2, using: &random))
      process.kill()
      _ = try process.wait()
    }
    let result = try RailbirdProcess.run(replay)
    #expect(
      result.exitCode == 0 || result.stderr.contains("found a store;"),
      "seed \(SeededGenerator.seed): \(result.stderr)")
    #expect(try work.runners(of: target) == before)
    #expect(try RailbirdProcess.run(["verify", "--store", target]).exitCode == 0)
  }

  @Test(.tags(.slow)) func `a store survives the kill of a replay`() throws {
    let replay = ["replay", "--store", work.store]
    let start = Date()
    #expect(try RailbirdProcess.run(replay).exitCode == 0)
    let seconds = Date().timeIntervalSince(start)
    var random = SeededGenerator(4)
    for round in 0..<LongForm.count(10, short: 3, "kills of a replay") {
      let delay = Double.random(in: 0...(seconds * 1.05), using: &random)
      let process = try RailbirdProcess.start(replay)
      Thread.sleep(forTimeInterval: delay)
      process.kill()
      _ = try process.wait()
      let note = "seed \(SeededGenerator.seed), round \(round), killed after \(delay) s"
      let verified = try RailbirdProcess.run(["verify", "--store", work.store])
      #expect(verified.exitCode == 0, "\(note): \(verified.stdout)\(verified.stderr)")
      #expect(try work.runners() == before, "\(note)")
    }
    // Without a state to keep, the archive still allows a new start.
    for _ in 0..<LongForm.count(5, short: 2, "kills of a replay without a manifest") {
      try? lose("MANIFEST")
      let process = try RailbirdProcess.start(replay)
      Thread.sleep(forTimeInterval: Double.random(in: 0...seconds, using: &random))
      process.kill()
      _ = try process.wait()
    }
    #expect(try RailbirdProcess.run(replay).exitCode == 0)
    #expect(try work.runners() == before)
  }
}
