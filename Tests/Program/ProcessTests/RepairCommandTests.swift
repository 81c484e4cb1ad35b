import Foundation
import TestSupport
import Testing

/// `railbird repair`: mends what the archive has, says what it has not, and loses nothing.
struct RepairCommandTests {
  private let work: SyntheticStore
  private let file: String
  private let before: Data

  init() throws {
    work = try SyntheticStore()
    file = try work.generate("first.csv", runners: 300, seed: 1)
    try work.stock(file, try work.generate("second.csv", runners: 300, seed: 2))
    let aliases = try work.folder.write("role,spelling,name\njockey,Tom,Tam\n", to: "al.csv")
    let set = ["aliases", "--store", work.store, "--set", aliases]
    try #require(try RailbirdProcess.run(set).exitCode == 0)
    before = try work.runners()
  }

  private func repair(_ options: String...) throws -> ProcessResult {
    try RailbirdProcess.run(["repair", "--store", work.store] + options)
  }

  private func verify() throws -> ProcessResult {
    try RailbirdProcess.run(["verify", "--store", work.store])
  }

  /// The store's files that begin with a text.
  private func stored(_ prefix: String) -> [String] {
    files(below: work.store).filter { $0.hasPrefix(prefix) }
  }

  private func flip(_ file: String) throws {
    try rewrite(work.store + "/" + file) { $0[$0.count / 2] ^= 1 }
  }

  /// The archived file of an import.
  private func archived(_ path: String) throws -> String {
    let data = try Data(contentsOf: URL(filePath: path))
    return try #require(
      stored("archive/").first {
        FileManager.default.contents(atPath: work.store + "/" + $0) == data
      })
  }

  @Test func `an intact store needs no repair`() throws {
    let sums = try work.sums()
    for options in [[], ["--yes"]] {
      let result = try RailbirdProcess.run(["repair", "--store", work.store] + options)
      #expect((result.exitCode, result.stdout, result.stderr) == (0, "nothing to repair\n", ""))
    }
    #expect(try work.sums() == sums)
  }

  @Test(arguments: ["segments/runners/", "segments/imports/", "dictionaries/", "MANIFEST"])
  func `damaged tables are rebuilt, and the damaged file is kept`(prefix: String) throws {
    let damaged = try #require(stored(prefix).first)
    try flip(damaged)
    let bytes = FileManager.default.contents(atPath: work.store + "/" + damaged)
    let sums = try work.sums()
    let plan = try repair()
    #expect(plan.exitCode == 1)
    #expect(plan.stdout.contains("\(damaged): found "))
    #expect(
      plan.stderr.hasSuffix(
        "would rebuild all tables from the archive\nnothing was changed; --yes carries it out\n"))
    #expect(try work.sums() == sums)
    let result = try repair("--yes")
    #expect(result.exitCode == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.hasSuffix("repaired\n"))
    #expect(try verify().exitCode == 0)
    #expect(try work.runners() == before)
    let kept = try #require(stored("damaged-").first { $0.hasSuffix(damaged) })
    #expect(FileManager.default.contents(atPath: work.store + "/" + kept) == bytes)
    // Without a manifest it is unknown which of the others are damaged.
    let all = stored("damaged-")
    #expect(all.contains(kept) && (all.count == 1) == (prefix != "MANIFEST"))
    // The next writer leaves them alone.
    try work.load(try work.generate("third.csv", runners: 60, seed: 3))
    #expect(stored("damaged-") == all)
  }

  @Test func `a damaged log of the archive is written anew`() throws {
    try flip("archive/LOG")
    let damaged = try Data(contentsOf: URL(filePath: work.store + "/archive/LOG"))
    // An import keeps what only the log has.
    let sums = try work.sums()
    let imported = try RailbirdProcess.run([
      "import", "--store", work.store, "--format", "railbird", file,
    ])
    #expect(imported.exitCode == 1)
    #expect(imported.stderr.contains("`railbird repair` mends it"), "\(imported.stderr)")
    #expect(try work.sums() == sums)
    #expect(try repair().stderr.contains("would write archive/LOG anew"))
    #expect(try repair("--yes", "--quiet").exitCode == 0)
    #expect(try verify().exitCode == 0)
    let kept = try #require(stored("damaged-").first)
    #expect(kept.hasSuffix("/archive/LOG"))
    #expect(FileManager.default.contents(atPath: work.store + "/" + kept) == damaged)
    let replayed = try RailbirdProcess.run(["replay", "--store", work.store])
    #expect(replayed.exitCode == 0)
    #expect(try work.runners() == before)
  }

  @Test func `a lost archived file is named, and restored from its original`() throws {
    let lost = try archived(file)
    try flip(lost)
    let named = try repair("--yes")
    #expect(named.exitCode == 1)
    #expect(named.stderr.contains("lost in the archive: import 1 (first.csv); --original FILE"))
    #expect(named.stderr.hasSuffix("nothing was changed\n"))
    // The archive has it whole.
    let needless = try repair("--yes", "--original", work.folder.file("second.csv"))
    #expect(needless.exitCode == 1 && needless.stderr == named.stderr)
    let other = try repair("--yes", "--original", work.folder.file("al.csv"))
    #expect(other.exitCode == 1)
    #expect(other.stderr.contains("expected the original of a file that the archive has lost"))
    // Two copies of an original are as good as one.
    let copy = work.folder.file("copy.csv")
    try FileManager.default.copyItem(atPath: file, toPath: copy)
    let result = try repair("--yes", "--original", file, "--original", copy)
    #expect(result.exitCode == 0, "\(result.stderr)")
    #expect(try verify().exitCode == 0)
    #expect(
      FileManager.default.contents(atPath: work.store + "/" + lost)
        == FileManager.default.contents(atPath: file))
  }

  @Test func `tables whose archived file is lost too are rebuilt without it only on request`()
    throws
  {
    try flip(archived(file))
    try flip(#require(stored("segments/runners/").first))
    let sums = try work.sums()
    let refused = try repair("--yes")
    #expect(refused.exitCode == 1)
    #expect(refused.stderr.contains("file, --leave-out rebuilds the tables without it\n"))
    #expect(try work.sums() == sums)
    let left = try repair("--yes", "--leave-out")
    // The archived file stays damaged, and is named.
    #expect(left.exitCode == 1)
    #expect(left.stderr.contains("rebuild all tables from the archive, without imports 1\n"))
    let imports = try RailbirdProcess.run(["imports", "--store", work.store])
    #expect(imports.exitCode == 0 && imports.stdout.contains("undone"))
    let rows = try work.runners().split(separator: UInt8(ascii: "\n")).count
    #expect(rows < before.split(separator: UInt8(ascii: "\n")).count && rows > 200)
    let later = try repair("--yes")
    #expect(later.exitCode == 1)
    let owner = "lost in the archive: undone import 1 (first.csv); --original FILE restores it"
    #expect(later.stderr.contains(owner), "\(later.stderr)")
    #expect(try repair("--yes", "--original", file).exitCode == 0)
    #expect(try verify().exitCode == 0)
  }

  @Test func `a file that is imported again is in the archive again`() throws {
    let lost = try archived(file)
    try FileManager.default.removeItem(atPath: work.store + "/" + lost)
    let sums = try work.sums()
    // Other bytes, and the same without an archive, restore nothing.
    _ = try RailbirdProcess.run(work.importing(work.folder.file("second.csv")))
    _ = try RailbirdProcess.run(work.importing(file) + ["--no-archive"])
    #expect(try work.sums() == sums)
    let result = try RailbirdProcess.run(work.importing(file))
    #expect(result.exitCode == 0)
    #expect(
      result.stdout
        == "first.csv: already imported as import 1; its lost copy is in the archive again\n")
    #expect(try verify().exitCode == 0)
    #expect(try RailbirdProcess.run(work.importing(file)).stdout.hasSuffix("nothing to do\n"))
  }

  @Test func `a file that was never archived is not lost, and serves as its rows' original`() throws
  {
    let third = try work.generate("third.csv", runners: 100, seed: 3)
    _ = try RailbirdProcess.run(work.importing(third) + ["--no-archive"])
    let before = try work.runners()
    try flip(archived(file))
    let named = try repair()
    #expect(named.stderr.contains("lost in the archive: import 1 (first.csv); "))
    #expect(!named.stderr.contains("third.csv"), "\(named.stderr)")
    // With intact tables there is nothing to take it for.
    #expect(try repair("--original", third).exitCode == 1)
    #expect(try repair("--original", file, "--yes").exitCode == 0)
    try flip(#require(stored("segments/runners/").first))
    let refused = try repair("--yes")
    #expect(refused.exitCode == 1)
    #expect(
      refused.stderr.contains(
        "cannot repair: the archive has no file of import 3 (third.csv), by --no-archive or "
          + "--accept-loss; --original FILE reads its rows from its original file, --leave-out "
          + "rebuilds the tables without it\n"),
      "\(refused.stderr)")
    let result = try repair("--yes", "--original", third)
    #expect(result.exitCode == 0, "\(result.stderr)")
    #expect(result.stderr.contains("use \(third) as the file of import 3 (third.csv)\n"))
    #expect(try verify().exitCode == 0)
    #expect(try work.runners() == before)
    _ = try archived(third)
  }

  /// The built-in mapping as the program prints it, and as it is archived.
  private func mapping() throws -> (printed: String, text: String) {
    let shown = try RailbirdProcess.run(["import", "--show-mapping", "railbird"]).stdout
    let printed = try work.folder.write(shown, to: "railbird.yaml")
    return (printed, try work.folder.write(String(shown.dropLast()), to: "exact.yaml"))
  }

  @Test func `a lost mapping is in the archive again after an import by it`() throws {
    let lost = work.store + "/" + (try archived(mapping().text))
    try FileManager.default.removeItem(atPath: lost)
    #expect(
      try RailbirdProcess.run(work.importing(file)).stdout
        == "first.csv: already imported as import 1; its lost mapping is in the archive again\n")
    #expect(try verify().exitCode == 0)
    try FileManager.default.removeItem(atPath: lost)
    try work.load(try work.generate("third.csv", runners: 60, seed: 3))
    #expect(try verify().exitCode == 0)
    #expect(try RailbirdProcess.run(["replay", "--store", work.store]).exitCode == 0)
  }

  @Test func `an accepted loss of a mapping is in the way of rebuilt tables alone`() throws {
    let (printed, text) = try mapping()
    try FileManager.default.removeItem(atPath: work.store + "/" + archived(text))
    #expect(try repair("--accept-loss", "--yes").exitCode == 0)
    #expect(try verify().exitCode == 0)
    try flip(archived(file))
    let named = try repair()
    #expect(named.stderr.contains("lost in the archive: import 1 (first.csv); "))
    #expect(!named.stderr.contains("the mapping railbird"), "\(named.stderr)")
    #expect(try repair("--yes", "--original", file).exitCode == 0)
    let replayed = try RailbirdProcess.run(["replay", "--store", work.store])
    #expect(
      replayed.stderr.contains(
        "found no archived file of the mapping railbird of import 1 (first.csv): lost"),
      "\(replayed.stderr)")
    try flip(#require(stored("segments/runners/").first))
    let refused = try repair("--yes")
    #expect(refused.exitCode == 1)
    #expect(
      refused.stderr.contains("lost in the archive: the mapping railbird of import 1 (first.csv)"),
      "\(refused.stderr)")
    let result = try repair("--yes", "--original", printed)
    #expect(result.exitCode == 0, "\(result.stderr)")
    #expect(try verify().exitCode == 0)
    #expect(try work.runners() == before)
  }

  @Test func `a lost mapping is named, and restored from what the program prints`() throws {
    let (printed, text) = try self.mapping()
    let mapping = try archived(text)
    try flip(mapping)
    let named = try repair()
    #expect(
      named.stderr.contains(
        "lost in the archive: the mapping railbird of import 1 (first.csv), import 2 (second.csv); "
          + "--original FILE restores it from the mapping's file, which `railbird import "
          + "--show-mapping railbird` prints"), "\(named.stderr)")
    #expect(try repair("--yes", "--original", printed).exitCode == 0)
    #expect(try verify().exitCode == 0)
    #expect(
      FileManager.default.contents(atPath: work.store + "/" + mapping)
        == FileManager.default.contents(atPath: text))
  }

  @Test func `a loss is accepted on request, and recorded`() throws {
    let lost = try archived(file)
    let sum = String(lost.dropFirst("archive/".count))
    try flip(lost)
    let plan = try repair()
    #expect(plan.stderr.contains("original file, --accept-loss continues without it\n"))
    #expect(try repair("--accept-loss").stderr.contains("would give up \(lost), and note it"))
    #expect(try verify().exitCode == 1)
    let result = try repair("--accept-loss", "--yes")
    #expect(result.exitCode == 0, "\(result.stdout)\(result.stderr)")
    #expect(try verify().exitCode == 0)
    #expect(try work.runners() == before)
    #expect(stored(lost) == [] && stored("damaged-").contains { $0.hasSuffix(lost) })
    let log = try String(contentsOfFile: work.store + "/archive/LOG", encoding: .utf8)
    #expect(log.contains(" lost-\(sum) {\"accepted_at\":") && log.contains(",\"imports\":[1]}\n"))
    let replayed = try RailbirdProcess.run(["replay", "--store", work.store])
    #expect(replayed.exitCode == 1)
    #expect(replayed.stderr.contains("found no archived file of import 1 (first.csv)"))
    // Damaged tables still come back from the original.
    try flip(#require(stored("segments/runners/").first))
    #expect(try repair("--yes", "--original", file).exitCode == 0)
    #expect(try work.runners() == before)
  }

  @Test(.enabled(if: Faults.areAvailable, "found no C compiler to make calls fail with"))
  func `a file that this user may not read is not lost`() throws {
    let unread = try archived(file)
    let name = try #require(unread.split(separator: "/").last)
    let faults = Faults("open:\(name)=EACCES", below: work.folder)
    let sums = try work.sums()
    for options in [[], ["--accept-loss", "--yes"], ["--leave-out", "--yes"]] {
      let result = try faults.run(["repair", "--store", work.store] + options)
      #expect(!faults.takeFailed().isEmpty)
      #expect(result.exitCode == 1)
      #expect(
        result.stderr.contains("cannot repair: \(unread) cannot be read (Permission denied): let "),
        "\(result.stderr)")
      #expect(result.stderr.hasSuffix("\nnothing was changed\n"))
    }
    #expect(try work.sums() == sums)
  }

  @Test func `a store without its manifest is told from no store`() throws {
    try FileManager.default.removeItem(atPath: work.store + "/MANIFEST")
    let lost = "MANIFEST: found none beside the folder segments; expected the "
    for command in [["verify"], ["report", "--out", work.folder.file("o")], ["imports"]] {
      let result = try RailbirdProcess.run(command + ["--store", work.store])
      #expect(result.exitCode == 1)
      #expect(result.stderr.contains(lost + "manifest of the store"), "\(result.stderr)")
      #expect(result.stderr.contains("`railbird repair --store \(work.store)` rebuilds it"))
    }
    #expect(try repair().stdout == lost + "list of the store's files\n")
    try FileManager.default.removeItem(atPath: work.store + "/archive/LOG")
    let without = try repair("--yes")
    #expect(without.exitCode == 1)
    #expect(
      without.stdout
        == lost + "list of the store's files\n"
        + "archive/LOG: found no file; expected the archive's log\n")
    #expect(
      without.stderr.contains(
        "cannot repair: the archive's log, which names its files, is damaged too"),
      "\(without.stderr)")
    #expect(try RailbirdProcess.run(["replay", "--store", work.store]).stderr.contains(lost))
  }

  @Test func `damaged kept sums are removed, and the next report is the same`() throws {
    func report(_ out: String) throws -> Data? {
      let result = try RailbirdProcess.run([
        "report", "--store", work.store, "--by", "jockey", "--windows", "30d,all", "--keep-sums",
        "--min-runs", "1", "--out", work.folder.file(out),
      ])
      #expect(result.exitCode == 0, "\(result.stderr)")
      return FileManager.default.contents(atPath: work.folder.file(out) + "/jockey.csv")
    }
    let first = try report("first")
    let sums = try #require(stored("sums/").first)
    try flip(sums)
    let result = try repair("--yes")
    #expect(result.exitCode == 0)
    #expect(result.stdout == "\(sums): found damage; expected kept sums\nrepaired\n")
    #expect(stored("sums/") == [])
    #expect(try report("second") == first)
  }

  @Test func `files that have no copy are named and left alone`() throws {
    try flip("aliases.csv")
    let sums = try work.sums()
    let result = try repair("--yes")
    #expect(result.exitCode == 1)
    #expect(
      result.stderr.contains("cannot repair: aliases.csv cannot be rebuilt: set yours again by"))
    #expect(try work.sums() == sums)
  }

  @Test func `no repair while another process writes`() throws {
    try flip(#require(stored("segments/runners/").first))
    let lock = try #require(FileHandle(forUpdatingAtPath: work.store + "/LOCK"))
    #expect(flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
    let result = try repair("--yes")
    #expect(result.exitCode == 1)
    #expect(result.stderr.contains("another process is writing to this store"))
    #expect(stored("damaged-") == [])
  }
}
