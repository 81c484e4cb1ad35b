import Foundation
import TestSupport
import Testing

/// Two damages at once, or one after a repair: the second must not spoil what the first left.
struct CombinedDamageTests {
  private let work: SyntheticStore

  init() throws { work = try SyntheticStore() }

  private func run(_ arguments: String...) throws -> ProcessResult {
    try RailbirdProcess.run(arguments + ["--store", work.store])
  }

  /// Runs a command that must end well.
  private func must(_ arguments: String...) throws {
    let result = try RailbirdProcess.run(arguments + ["--store", work.store])
    try #require(result.exitCode == 0, "\(arguments): \(result.stdout)\(result.stderr)")
  }

  private func stored(_ prefix: String) -> [String] {
    files(below: work.store).filter { $0.hasPrefix(prefix) }
  }

  private func flip(_ file: String) throws {
    try rewrite(work.store + "/" + file) { $0[$0.count / 2] ^= 1 }
  }

  private func remove(_ file: String) throws {
    try FileManager.default.removeItem(atPath: work.store + "/" + file)
  }

  private func text(_ file: String) -> String? {
    FileManager.default.contents(atPath: work.store + "/" + file).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The archived file with a text.
  private func archived(_ text: String) throws -> String {
    try #require(stored("archive/").first { self.text($0)?.contains(text) ?? false })
  }

  /// A file of one race.
  private func race(_ name: String, month: Int) throws -> String {
    let runners = (1...5).map { "\(name),2024-0\(month)-06,\($0),\($0),H\(name)\($0)\n" }
    return try work.folder.write(
      "race_id,date,number,position,horse\n" + runners.joined(), to: name + ".csv")
  }

  /// Stores a race from two sources, whose courses are one by an alias; returns its runners.
  private func loadTwoSources() throws -> Data {
    func source(_ name: String, _ course: String, _ minute: Int, _ price: String) throws -> String {
      let rows = (1...5).map {
        "\(name),2024-01-06,2024-01-06T13:0\(minute):00Z,\($0),H\($0),\(course),\($0),\($0).5,\(name)\n"
      }
      return try work.folder.write(
        "race_id,date,off_time,number,horse,course,position,\(price),source\n" + rows.joined(),
        to: name + ".csv")
    }
    try work.load(source("one", "Kingsford Downs", 0, "sp"))
    try must("aliases", "--set", aliases())
    try work.load(source("two", "Zed Park", 1, "bsp"))
    return try work.runners()
  }

  private func aliases() throws -> String {
    try work.folder.write("role,spelling,name\ncourse,Zed Park,Kingsford Downs\n", to: "al.csv")
  }

  private func changeAliases() throws {
    let path = work.store + "/aliases.csv"
    let changed = try #require(text("aliases.csv")).replacing("Zed Park", with: "Zed Qark")
    try Data(changed.utf8).write(to: URL(filePath: path))
  }

  @Test func `tables are not filled by damaged aliases, and wait for the right ones`() throws {
    let before = try loadTwoSources()
    try changeAliases()
    let third = try race("c", month: 1)
    let into = work.folder.file("new")
    for command in [
      ["replay", "--store", work.store], ["replay", "--store", work.store, "--into", into],
      work.importing(third),
    ] {
      let result = try RailbirdProcess.run(command)
      #expect(
        result.exitCode == 1 && result.stderr.contains("aliases.csv: found SHA-256"),
        "\(command): \(result)")
    }
    try remove(#require(stored("segments/runners/").first))
    let refused = try run("repair", "--yes")
    #expect(refused.exitCode == 1)
    #expect(refused.stderr.contains("then repair the tables\nnothing was changed\n"))
    try must("aliases", "--set", aliases())
    try must("repair", "--yes")
    try must("verify")
    #expect(try work.runners() == before)
  }

  @Test func `a lost manifest's checksums are named, and the changes that another file makes`()
    throws
  {
    _ = try loadTwoSources()
    try remove("MANIFEST")
    try changeAliases()
    let result = try run("repair", "--yes")
    #expect(result.exitCode == 0)
    #expect(
      result.stderr.contains("MANIFEST had the checksums of aliases.csv and angles.ndjson too"))
    #expect(
      result.stdout.contains("import 2 (two.csv): now 0 stored and 5 rejected; before, 5 and 0\n"))
    #expect(try run("verify").stderr.contains("aliases.csv"))
  }

  @Test func `accepted aliases bring the checksum of angles back, too`() throws {
    try work.stock(race("a", month: 1))
    let angles = try work.folder.write(
      "angles:\n  - name: Soft\n    where: going = 'Soft'\n  - name: Short\n    where: sp < 4\n",
      to: "angles.yaml")
    try must("angles", "register", "--angles", angles)
    try remove("MANIFEST")
    try must("repair", "--yes")
    try must("aliases", "--accept")
    try must("verify")
    let lines = try #require(text("angles.ndjson")).split(separator: "\n")
    try Data((lines.dropLast().joined(separator: "\n") + "\n").utf8)
      .write(to: URL(filePath: work.store + "/angles.ndjson"))
    #expect(try run("verify").exitCode == 1)
  }

  @Test func `a mapping that was given up serves again, also by a log that was written anew`()
    throws
  {
    let shown = try RailbirdProcess.run(["import", "--show-mapping", "railbird"]).stdout
    let mapping = try work.folder.write(
      shown.replacing("name: railbird", with: "name: mine"), to: "mine.yaml")
    try work.stock(race("a", month: 1))
    let second = try race("b", month: 1)
    try must("import", "--mapping", mapping, second)
    let before = try work.runners()
    try remove(archived("name: mine"))
    try must("repair", "--accept-loss", "--yes")
    try remove("archive/LOG")
    try must("repair", "--yes")
    try remove(#require(stored("segments/runners/").first))
    try must("repair", "--original", mapping, "--yes")
    try must("verify")
    #expect(try work.runners() == before)
    // As after a repair that was cut short.
    let again = try run("repair", "--original", mapping, "--yes")
    #expect((again.exitCode, again.stdout) == (0, "nothing to repair\n"))
  }

  @Test func `an import of the same bytes mends their archived copy`() throws {
    let (first, second) = (try race("a", month: 1), try race("b", month: 2))
    try work.load(first)
    try work.load(second)
    try rewrite(work.store + "/" + archived("Ha1")) { $0.removeLast() }
    try work.load(first)
    try must("verify")
    try must("imports", "--undo", "2", "--yes")
    try flip(archived("Hb1"))
    let mapping = try archived("name: railbird")
    try flip(mapping)
    try work.load(second)
    try must("verify")
    try must("replay")
  }

  @Test func `no new store takes over damaged bytes of an undone import`() throws {
    try work.stock(race("a", month: 1))
    try work.load(race("b", month: 2))
    try must("imports", "--undo", "2", "--yes")
    try flip(archived("Hb1"))
    let result = try run("replay", "--into", work.folder.file("new"))
    #expect(result.exitCode == 1 && result.stderr.contains("found SHA-256"), "\(result)")
  }

  @Test func `an old copy of the manifest costs no archived file`() throws {
    for (month, name) in ["a", "b", "c"].enumerated() {
      try work.load(race(name, month: month + 1))
      if name == "a" {
        try FileManager.default.copyItem(
          atPath: work.store + "/MANIFEST", toPath: work.folder.file("old"))
      }
    }
    let before = try work.runners()
    try remove("MANIFEST")
    try FileManager.default.copyItem(
      atPath: work.folder.file("old"), toPath: work.store + "/MANIFEST")
    let archive = stored("archive/")
    let fourth = try race("d", month: 4)
    for result in [try RailbirdProcess.run(work.importing(fourth)), try run("verify")] {
      #expect(result.exitCode == 1)
      let told = result.stdout + result.stderr
      #expect(told.contains("commit 1, beside archive/LOG up to commit 3"), "\(told)")
    }
    #expect(stored("archive/") == archive)
    try must("repair", "--yes")
    try must("verify")
    #expect(try work.runners() == before)
  }

  @Test func `a copy with hard links, whose log is written on, is read as it was`() throws {
    try work.stock(race("a", month: 1))
    let (copy, before) = (work.folder.file("copy"), try work.runners())
    #expect(try RailbirdProcess.run(program: "cp", ["-al", work.store, copy]).exitCode == 0)
    for (month, name) in ["b", "c"].enumerated() { try work.load(race(name, month: month + 2)) }
    #expect(try work.runners(of: copy) == before)
  }

  @Test(arguments: ["segments/runners", "segments", "dictionaries"])
  func `a file in a folder's place is kept, and the tables are rebuilt`(folder: String) throws {
    try work.stock(race("a", month: 1))
    let before = try work.runners()
    try remove(folder)
    try Data("mine".utf8).write(to: URL(filePath: work.store + "/" + folder))
    try must("repair", "--yes")
    try must("verify")
    #expect(try work.runners() == before)
    let kept = stored("damaged-").filter { $0.hasSuffix("/" + folder) }
    #expect(kept.count == 1 && text(kept[0]) == "mine")
  }

  @Test(arguments: ["LOCK", "MANIFEST.new"])
  func `a folder in the place of a writer's file is damage`(name: String) throws {
    try work.stock(race("a", month: 1))
    try? FileManager.default.removeItem(atPath: work.store + "/" + name)
    try FileManager.default.createDirectory(
      atPath: work.store + "/" + name, withIntermediateDirectories: false)
    let verified = try run("verify")
    #expect(verified.exitCode == 1 && verified.stdout.contains(name + ": found "), "\(verified)")
    #expect(try run("repair").stderr.contains("\(name): remove what is there"))
  }

  @Test(.enabled(if: Faults.areAvailable, "found no C compiler to make calls fail with"))
  func `aliases end what is left of a first commit that was killed at its end`() throws {
    let first = try race("a", month: 1)
    let killed = Faults("ftruncate:LOCK=kill@1", below: work.folder)
    #expect(try killed.run(work.importing(first)).exitCode != 0)
    let again = Faults("write:MANIFEST.new=kill@1", below: work.folder)
    let set = ["aliases", "--store", work.store, "--set", try aliases()]
    #expect(try again.run(set).exitCode != 0)
    #expect(stored("MANIFEST") == ["MANIFEST", "MANIFEST.new"])
    try remove("MANIFEST")
    let archive = stored("archive/")
    let refused = try RailbirdProcess.run(work.importing(race("b", month: 2)))
    #expect(
      refused.exitCode == 1 && refused.stderr.contains("none beside the folder"), "\(refused)")
    #expect(stored("archive/") == archive)
    try must("repair", "--yes")
    #expect(try run("imports").stdout.contains(" a.csv "))
  }

  @Test func `an original that nothing needs is passed over`() throws {
    let (first, second) = (try race("a", month: 1), try race("b", month: 2))
    try work.load(first)
    try must("import", "--format", "railbird", "--no-archive", second)
    try flip(archived("Ha1"))
    let repaired = try run("repair", "--original", first, "--original", second, "--yes")
    #expect(repaired.exitCode == 0, "\(repaired)")
    try must("verify")
  }

  @Test func `a lost file is left out and given up in one repair`() throws {
    try work.stock(race("a", month: 1))
    try work.load(race("b", month: 2))
    try remove(archived("Ha1"))
    try remove(#require(stored("segments/runners/").first))
    let left = try run("repair", "--leave-out", "--accept-loss", "--yes")
    #expect(left.exitCode == 0 && !left.stderr.contains("cannot repair"), "\(left)")
    try must("verify")
    #expect(try run("imports").stdout.contains("undone"))
  }
}
