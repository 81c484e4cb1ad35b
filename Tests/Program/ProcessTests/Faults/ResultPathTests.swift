import Foundation
import TestSupport
import Testing

/// Output paths in a store, or through links; and results as they reach the disk.
struct ResultPathTests {
  private let work: SyntheticStore

  init() throws {
    work = try SyntheticStore()
    let file = "race_id,date,number,horse,jockey,position\na,2024-01-01,1,Ann,Tom,1\nb,,,,,\n"
    try work.stock(work.folder.write(file, to: "a.csv"))
    let aliases = try work.folder.write("role,spelling,name\njockey,Tom,Tam\n", to: "al.csv")
    let set = ["aliases", "--store", work.store, "--set", aliases]
    try #require(try RailbirdProcess.run(set).exitCode == 0)
  }

  private func link(_ name: String, to path: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: work.folder.file(name), withDestinationPath: path)
  }

  /// Commands that write a file, or files into a folder; STORE and FOLDER are placeholders.
  @Test(
    arguments: LongForm.cases(
      [
        ["rejects", "--store", "STORE", "--csv", "STORE/MANIFEST"],
        ["rejects", "--store", "STORE", "--csv", "STORE/LOCK"],
        ["rejects", "--store", "STORE", "--csv", "FOLDER/link/MANIFEST"],
        ["rejects", "--store", "STORE", "--csv", "STORE/segments/../MANIFEST"],
        ["rejects", "--store", "STORE", "--csv", "FOLDER/absent/../store/archive/LOG"],
        ["features", "--store", "STORE", "--out", "STORE/aliases.csv"],
        ["features", "--store", "STORE", "--out", "STORE/segments/new/f.csv"],
        ["features", "--store", "STORE", "--out", "FOLDER/inner/f.csv"],
        ["report", "--store", "STORE", "--out", "STORE/sums"],
        ["report", "--store", "STORE", "--out", "STORE"],
        ["report", "--store", "STORE", "--out", "STORE/reports/2024"],
        ["export", "--store", "STORE", "--to", "csv", "--out", "FOLDER/link"],
        ["card", "--store", "STORE", "--date", "2024-01-01", "--out", "STORE/fetch"],
        ["export", "--store", "STORE", "--to", "csv", "--out", "STORE/dictionaries/"],
        ["season", "--store", "STORE", "--out", "STORE/archive/season"],
        // The store may be another one than the command's.
        ["generate", "--runners", "300", "--out", "STORE/aliases.csv"],
        ["sandbox", "--days", "1", "--truth", "STORE/archive/truth.csv"],
        ["sandbox", "--days", "1", "--state", "FOLDER/inner/club.sqlite"],
      ], short: 5))
  func `no result goes into a store`(command: [String]) throws {
    try link("link", to: work.store)
    try link("inner", to: work.store + "/segments/runners")
    let arguments = command.map {
      $0.replacing("STORE", with: work.store).replacing("FOLDER", with: work.folder.path)
    }
    let before = try work.sums()
    let result = try RailbirdProcess.run(arguments)
    #expect(result.exitCode == 1, "\(result.stderr)")
    // The file is named, or the folder that it was to be in.
    let named = result.stderr.split(separator: ": ").dropFirst().first ?? "nothing"
    #expect(arguments.last?.hasPrefix(named) == true)
    #expect(
      result.stderr.contains(": cannot be written (it is in the store "))
    #expect(try work.sums() == before)
    #expect(try RailbirdProcess.run(["verify", "--store", work.store]).exitCode == 0)
  }

  @Test func `results may lie around a store, and beside files that are named like a store's`()
    throws
  {
    let other = work.folder.file("other")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try "a list\n".write(toFile: other + "/MANIFEST", atomically: true, encoding: .utf8)
    for out in [work.folder.path, other, other + "/reports"] {
      let report = ["report", "--store", work.store, "--by", "jockey", "--out", out]
      #expect(try RailbirdProcess.run(report).exitCode == 0)
      #expect(FileManager.default.fileExists(atPath: out + "/jockey.csv"))
    }
    #expect(try RailbirdProcess.run(["verify", "--store", work.store]).exitCode == 0)
  }

  @Test func `a store works through a link to its folder`() throws {
    try link("link", to: work.store)
    let store = work.folder.file("link")
    for command in [
      ["verify", "--store", store], ["tables", "--store", store],
      ["report", "--store", store, "--by", "jockey", "--out", work.folder.file("out")],
      work.importing(work.folder.file("a.csv"), into: store),
    ] {
      let result = try RailbirdProcess.run(command)
      #expect([0, 65].contains(result.exitCode), "\(command): \(result.stderr)")
    }
  }

  @Test(
    .enabled(if: Faults.areAvailable, "found no C compiler to make calls fail with"))
  func `a result is on disk before it has its name`() throws {
    let report = [
      "report", "--store", work.store, "--by", "jockey", "--format", "csv", "--out",
      work.folder.file("out"),
    ]
    // A call that fails once is repeated, and noted.
    let faults = Faults("fsync=EINTR", below: work.folder)
    #expect(try faults.run(report).exitCode == 0)
    #expect(faults.takeFailed().contains("fsync \(work.folder.file("out"))/.draft-jockey.csv"))
    try FileManager.default.removeItem(atPath: work.folder.file("out"))
    let result = try Faults("fsync=EIO", below: work.folder).run(report)
    #expect(result.exitCode == 1)
    #expect(result.stderr.contains("jockey.csv: cannot be written (Input/output error)"))
    #expect(files(below: work.folder.file("out")) == [])
  }

  @Test(
    .enabled(if: Faults.areAvailable, "found no C compiler to make calls fail with"),
    arguments: ["stat", "fstat", "flock"])
  func `a draft that cannot be locked does not stay`(call: String) throws {
    let (out, draft) = (work.folder.file("out"), ".draft-jockey.csv")
    let faults = Faults("\(call):\(draft)=EIO", below: work.folder)
    let report = ["report", "--store", work.store, "--by", "jockey", "--out", out]
    let result = try faults.run(report)
    #expect(result.exitCode == 1)
    #expect(faults.takeFailed() == ["\(call) \(out)/\(draft)"])
    #expect(result.stderr.contains("jockey.csv: cannot be written (Input/output error)"))
    #expect(files(below: out) == [])
  }

  @Test(arguments: ["link", "hard"])
  func `a result takes the place of another name of a file, and leaves the file alone`(
    kind: String
  ) throws {
    let (out, manifest) = (work.folder.file("r.csv"), work.store + "/MANIFEST")
    if kind == "link" {
      try link("r.csv", to: manifest)
    } else {
      try FileManager.default.linkItem(atPath: manifest, toPath: out)
    }
    let before = try work.sums()
    let result = try RailbirdProcess.run(["rejects", "--store", work.store, "--csv", out])
    #expect(result.exitCode == 0, "\(result.stderr)")
    #expect(try work.sums() == before)
    #expect(try String(contentsOfFile: out, encoding: .utf8).contains("import_id"))
  }

  /// Commands that write the file OUT/jockey.csv, among others.
  @Test(arguments: [
    ["features", "--store", "STORE", "--columns", "horse", "--out", "OUT/jockey.csv"],
    ["rejects", "--store", "STORE", "--csv", "OUT/jockey.csv"],
    ["generate", "--runners", "300", "--out", "OUT/jockey.csv"],
    ["report", "--store", "STORE", "--by", "horse,jockey", "--out", "OUT", "--allow-empty"],
    ["sandbox", "--days", "1", "--races-per-day", "1", "--truth", "OUT/jockey.csv"],
    ["sandbox", "--days", "1", "--races-per-day", "1", "--state", "OUT/jockey.csv"],
    ["sandbox", "--days", "1", "--races-per-day", "1", "--chatist-state", "OUT/jockey.csv"],
    ["sportsbook", "logout", "--session", "OUT/jockey.csv"],
    ["betable", "logout", "--session-file", "OUT/jockey.csv"],
  ])
  func `no result takes the place of a device or a pipe`(command: [String]) throws {
    let (out, node) = (work.folder.file("out"), work.folder.file("out/jockey.csv"))
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
    let pipe = work.folder.file("pipe")
    for kind in ["pipe", "link"] {
      if kind == "pipe" {
        try #require(mkfifo(node, 0o600) == 0)
      } else {
        // As `/dev/stdout` is one.
        try #require(mkfifo(pipe, 0o600) == 0)
        try link("out/jockey.csv", to: pipe)
      }
      let result = try RailbirdProcess.run(
        command.map { $0.replacing("STORE", with: work.store).replacing("OUT", with: out) })
      #expect(result.exitCode == 1, "\(kind)")
      #expect(
        result.stderr.hasSuffix(
          ": \(node): found a device or pipe; expected a file or a free name\n"),
        "\(result.stderr)")
      #expect(files(below: out) == ["jockey.csv"])
      var status = stat()
      let isThere = lstat(node, &status) == 0
      let expected = kind == "pipe" ? S_IFIFO : S_IFLNK
      #expect(isThere && status.st_mode & S_IFMT == expected)
      try FileManager.default.removeItem(atPath: node)
    }
  }

  @Test func `no file of a run is replaced where another one cannot be`() throws {
    let out = work.folder.file("out")
    try FileManager.default.createDirectory(
      atPath: out + "/summary.json", withIntermediateDirectories: true)
    let old = try work.folder.write("old\n", to: "out/jockey.csv")
    let result = try RailbirdProcess.run([
      "report", "--store", work.store, "--by", "jockey", "--out", out,
    ])
    #expect(result.exitCode == 1)
    #expect(
      result.stderr == "railbird: \(out)/summary.json: cannot be written (Is a directory)\n")
    #expect(try String(contentsOfFile: old, encoding: .utf8) == "old\n")
    #expect(files(below: out) == ["jockey.csv"])
  }

  @Test(arguments: [
    ["export", "--table", "all", "--to", "csv"], ["card", "--date", "2024-01-01"],
  ])
  func `no file of several appears where another one cannot`(command: [String]) throws {
    let out = work.folder.file("out")
    let taken = command[0] == "card" ? "card-2024-01-01.json" : "runners.csv"
    try FileManager.default.createDirectory(
      atPath: out + "/" + taken, withIntermediateDirectories: true)
    let result = try RailbirdProcess.run(command + ["--store", work.store, "--out", out])
    #expect(result.exitCode == 1)
    #expect(
      result.stderr.hasSuffix("\(out)/\(taken): cannot be written (Is a directory)\n"))
    #expect(files(below: out) == [])
  }

  @Test func `a session behind a link is not called ended`() throws {
    let session = try work.folder.write("kept\n", to: "session")
    let path = work.folder.file("link")
    try link("link", to: session)
    let result = try RailbirdProcess.run(["sportsbook", "logout", "--session", path])
    #expect(result.exitCode == 1)
    #expect(
      result.stderr.hasSuffix(": \(path): found a link; expected a file or a free name\n"))
    #expect(try String(contentsOfFile: session, encoding: .utf8) == "kept\n")
  }

  @Test(arguments: ["link", "dangling", "hard"])
  func `a draft goes through no other name of a file`(kind: String) throws {
    let (out, draft) = (work.folder.file("r.csv"), work.folder.file(".draft-r.csv"))
    let victim = try work.folder.write("precious\n", to: "victim")
    switch kind {
    case "hard": try FileManager.default.linkItem(atPath: victim, toPath: draft)
    default: try link(".draft-r.csv", to: kind == "link" ? victim : work.folder.file("absent"))
    }
    let result = try RailbirdProcess.run(["rejects", "--store", work.store, "--csv", out])
    #expect(result.exitCode == 0, "\(result.stderr)")
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious\n")
    #expect(!FileManager.default.fileExists(atPath: work.folder.file("absent")))
    let type = try FileManager.default.attributesOfItem(atPath: out)[.type] as? FileAttributeType
    #expect(type == .typeRegular)
    #expect(!FileManager.default.fileExists(atPath: draft))
  }

  @Test func `no store is made among another one's own files`() throws {
    let inner = work.store + "/segments/inner"
    let file = work.folder.file("a.csv")
    let result = try RailbirdProcess.run(work.importing(file, into: inner))
    #expect(result.exitCode == 1)
    #expect(
      result.stderr.hasPrefix(
        "railbird: \(inner): found a folder among the own files of the store "))
    #expect(!FileManager.default.fileExists(atPath: inner))
  }
}
