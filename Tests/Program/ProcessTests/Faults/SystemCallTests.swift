import Foundation
import TestSupport
import Testing

/// System calls that fail, or that a signal interrupts, while commands work on a store.
@Suite(.enabled(if: Faults.areAvailable, "found no C compiler to make calls fail with"))
struct SystemCallTests {
  private let work: SyntheticStore

  init() throws { work = try SyntheticStore() }

  private static let rows = """
    race_id,date,number,horse,jockey,position
    a,2024-01-01,1,Ann,Tom,1
    b,2024-02-01,1,Ann,Tim,2

    """

  /// Commands that between them write every file of a store, and results beside it.
  private func commands(_ first: String, _ second: String, _ aliases: String) -> [[String]] {
    let out = work.folder.file("out")
    let report = ["report", "--store", work.store, "--by", "jockey", "--keep-sums", "--out", out]
    return [
      work.importing(first), work.importing(second),
      ["aliases", "--store", work.store, "--set", aliases], report, report,
      ["export", "--store", work.store, "--to", "parquet", "--out", out],
      ["features", "--store", work.store, "--by", "jockey", "--out", out + "/f.csv.gz"],
      ["rejects", "--store", work.store, "--csv", out + "/rejects.csv"],
      ["replay", "--store", work.store],
      ["replay", "--store", work.store, "--into", work.folder.file("second")],
      ["imports", "--store", work.store, "--undo", "2", "--yes"],
      ["verify", "--store", work.store], ["verify", "--store", work.folder.file("second")],
    ]
  }

  private static let calls = [
    "open", "close", "read", "write", "fsync", "fstat", "stat", "flock", "ftruncate", "rename",
    "mkdir", "unlink", "link",
  ]

  @Test func `a call that a signal cuts short is made again`() throws {
    let first = try work.folder.write(Self.rows, to: "first.csv")
    let second = try work.folder.write(
      Self.rows.replacing("\na,", with: "\nc,").replacing("01-01", with: "01-02"), to: "second.csv")
    let aliases = try work.folder.write("role,spelling,name\njockey,Tom,Tam\n", to: "a.csv")
    let faults = Faults(
      Self.calls.map { $0 + "=EINTR" }.joined(separator: ","), below: work.folder)
    var failed: Set<Substring> = []
    for command in commands(first, second, aliases) {
      let result = try faults.run(command)
      #expect(result.exitCode == 0, "\(command): \(result.stdout)\(result.stderr)")
      failed.formUnion(faults.takeFailed().map { $0.prefix { $0 != " " } })
    }
    #expect(failed == Set(Self.calls.map { $0[...] }))
    let found = try String(contentsOfFile: work.folder.file("out/jockey.csv"), encoding: .utf8)
    #expect(found.contains("\nTam,all,2024-01-01,2024-02-01,2,2,"))
    #expect(String(decoding: try work.runners(), as: UTF8.self).split(separator: "\n").count == 3)
  }

  @Test(arguments: [
    ("open:MANIFEST=EACCES", "Permission denied"), ("open:MANIFEST=EMFILE", "Too many open files"),
    ("open:MANIFEST=EIO", "Input/output error"), ("read:MANIFEST=EIO", "Input/output error"),
  ])
  func `a manifest that cannot be read is no store that is not there`(
    fault: String, reason: String
  ) throws {
    let file = try work.folder.write(Self.rows, to: "first.csv")
    try work.load(file)
    let before = try work.sums()
    let second = try work.folder.write(Self.rows + "c,2024-03-01,1,Ann,Tom,1\n", to: "second.csv")
    for command in commands(file, second, file) where !command.contains(work.folder.file("second"))
    {
      let result = try Faults(fault, below: work.folder).run(command)
      #expect(result.exitCode == 1, "\(command[0])")
      #expect(result.stderr.hasPrefix("railbird: \(work.store)/MANIFEST: "), "\(command[0])")
      #expect(result.stderr.contains(reason), "\(command[0])")
    }
    // Nothing was created in its place.
    #expect(try work.sums() == before)
  }

  @Test(arguments: [
    ("mkdir=EACCES", "S: the folder cannot be made (Permission denied)"),
    ("open:LOCK=EROFS", "S/LOCK: Read-only file system"),
    ("write:LOCK=ENOSPC", "S/LOCK: No space left on device"),
    ("fsync:LOCK=EIO", "S/LOCK: Input/output error"),
    ("stat:MANIFEST=EIO", "S/MANIFEST: Input/output error"),
    ("rename:MANIFEST=EIO", "S/MANIFEST: Input/output error"),
    ("write:MANIFEST.new=ENOSPC", "S/MANIFEST.new: No space left on device"),
  ])
  func `an error states the file and what the system says`(fault: String, text: String) throws {
    let file = try work.folder.write(Self.rows, to: "first.csv")
    let result = try Faults(fault, below: work.folder).run(work.importing(file))
    #expect(result.exitCode == 1)
    #expect(result.stderr == "railbird: \(text.replacing(/^S/, with: work.store))\n")
    // Nothing blocks the next import.
    try work.load(file)
  }

  @Test func `a new store's own name is on disk when the import ends`() throws {
    let file = try work.folder.write(Self.rows, to: "first.csv")
    let store = work.folder.file("above/store")
    let faults = Faults("fsync=EINTR", below: work.folder)
    #expect(try faults.run(work.importing(file, into: store)).exitCode == 0)
    let synced = Set(faults.takeFailed())
    for path in [work.folder.path, work.folder.file("above"), store, store + "/MANIFEST.new"] {
      #expect(synced.contains("fsync " + path), "\(path)")
    }
  }

  @Test func `what a manifest names is on disk before it is, and it before old files go`() throws {
    let first = try work.folder.write(Self.rows, to: "first.csv")
    let faults = Faults("fsync=EINTR,rename=EINTR", below: work.folder)
    #expect(try faults.run(work.importing(first)).exitCode == 0)
    let calls = faults.takeFailed().map { $0.replacing(work.store + "/", with: "") }
    // The lock file's name comes first: it sets an unfinished store apart from any other folder.
    let lock = try #require(calls.firstIndex(of: "fsync LOCK"))
    #expect(calls[lock + 1] == "fsync \(work.store)", "\(calls)")
    let commit = try #require(calls.firstIndex(of: "rename MANIFEST"))
    let log = try #require(calls.firstIndex(of: "fsync archive/LOG"))
    #expect(calls[log..<commit].contains("fsync archive"))
    #expect(calls[..<commit].contains("fsync \(work.store)"))
    // Killed before the commit's name is on disk: both states may still be found.
    let second = try work.folder.write(Self.rows.replacing("\na,", with: "\nc,"), to: "second.csv")
    let killed = try Faults("fsync:store=kill@2", below: work.folder).run(work.importing(second))
    #expect(killed.exitCode == -SIGKILL)
    let next = Faults("fsync=EINTR,unlink=EINTR", below: work.folder)
    #expect(try next.run(work.importing(second)).exitCode == 0)
    let later = next.takeFailed().map { $0.replacing(work.store + "/", with: "") }
    let gone = try #require(later.firstIndex { $0.hasPrefix("unlink segments/") })
    #expect(later[..<gone].contains("fsync \(work.store)"))
  }

  @Test(arguments: [("fsync:store=kill@4", -SIGKILL), ("fsync:store=EIO@4", 74)])
  func `a first import whose manifest is lost later keeps its archive`(
    fault: String, code: Int32
  ) throws {
    let first = try work.folder.write(Self.rows, to: "first.csv")
    let second = try work.folder.write(Self.rows.replacing("\na,", with: "\nc,"), to: "second.csv")
    // Cut short when the manifest has its name, before the lock file has it.
    #expect(try Faults(fault, below: work.folder).run(work.importing(first)).exitCode == code)
    let runners = try work.runners()
    try FileManager.default.removeItem(atPath: work.store + "/MANIFEST")
    let left = try work.sums()
    let refused = try RailbirdProcess.run(work.importing(second))
    #expect(refused.exitCode == 1)
    #expect(refused.stderr.contains("MANIFEST: found none beside the folder"), "\(refused.stderr)")
    #expect(try work.sums() == left)
    #expect(try RailbirdProcess.run(["repair", "--store", work.store, "--yes"]).exitCode == 0)
    #expect(try work.runners() == runners)
  }

  @Test(arguments: [
    "fsync:LOG=kill", "write:MANIFEST.new=kill", "fsync:store=kill@2", "fsync:store=kill@3",
    "fsync:LOCK=kill@2", "rename:MANIFEST=kill",
  ])
  func `a first import killed before its manifest has its name is no obstacle`(
    fault: String
  ) throws {
    let first = try work.folder.write(Self.rows, to: "first.csv")
    let killed = try Faults(fault, below: work.folder).run(work.importing(first))
    #expect(killed.exitCode == -SIGKILL)
    try work.load(first)
    #expect(try RailbirdProcess.run(["verify", "--store", work.store]).exitCode == 0)
  }

  @Test(arguments: [
    "write:LOG=ENOSPC", "rename:MANIFEST=EIO", "fsync:archive=EIO", "write:MANIFEST.new=EDQUOT",
    "fsync:races=EIO",
  ])
  func `a failed import leaves the store's files as they were`(fault: String) throws {
    let first = try work.folder.write(Self.rows, to: "first.csv")
    let second = try work.folder.write(Self.rows + "c,2024-03-01,1,Ann,Tom,1\n", to: "second.csv")
    // A first import too leaves nothing that a writer would have to remove.
    #expect(try Faults(fault, below: work.folder).run(work.importing(first)).exitCode == 1)
    #expect(try work.sums() == [:])
    try work.load(first)
    let before = try work.sums()
    #expect(try Faults(fault, below: work.folder).run(work.importing(second)).exitCode == 1)
    #expect(try work.sums() == before)
    try work.load(second)
  }

  @Test func `too little address space is an error`() throws {
    for command in [["verify", "--store", work.store], ["report", "--store", work.store]] {
      let result = try RailbirdProcess.run(
        program: "sh",
        ["-c", "ulimit -v 300000 && exec \"$0\" \"$@\"", RailbirdProcess.executable] + command)
      #expect(result.exitCode == 1)
      #expect(
        result.stderr.wholeMatch(
          of: /railbird: address space: found a limit of 292 MB; expected at least \d+ MB .*\n/)
          != nil, "\(result.stderr)")
    }
  }

  @Test func `a file beyond the limit of sizes is an error, and leaves nothing`() throws {
    let file = try work.generate(runners: 2_000)
    let result = try RailbirdProcess.run(
      program: "bash",
      ["-c", "ulimit -f 8 && exec \"$0\" \"$@\"", RailbirdProcess.executable]
        + work.importing(file))
    #expect(result.exitCode == 1)
    #expect(result.stderr.contains(/^railbird: .*File too large.*\n$/), "\(result.stderr)")
    #expect(try work.sums() == [:])
    try work.load(file)
  }

  @Test(arguments: ["open", "fstat"])
  func `a table's file that cannot be looked at is no folder and no file of another kind`(
    call: String
  ) throws {
    try work.load(try work.folder.write(Self.rows, to: "first.csv"))
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: work.store + "/segments/runners").first)
    let faults = Faults("\(call):\(name)=EIO", below: work.folder)
    let result = try faults.run(["report", "--store", work.store, "--out", work.folder.file("out")])
    #expect(result.exitCode == 1)
    #expect(
      result.stderr == "railbird: \(work.store)/segments/runners/\(name): Input/output error\n")
  }
}

extension SyntheticStore {
  /// Returns the contents of the store's files, except locks.
  func sums() throws -> [String: Data] {
    var sums: [String: Data] = [:]
    for file in files(below: store) where !file.hasSuffix("LOCK") {
      sums[file] = try Data(contentsOf: URL(fileURLWithPath: store + "/" + file))
    }
    return sums
  }
}
