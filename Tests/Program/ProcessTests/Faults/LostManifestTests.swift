import Foundation
import TestSupport
import Testing

/// Without its manifest a store is rebuilt from the archive, unless the log may lack its end.
struct LostManifestTests {
  private let work: SyntheticStore
  private let before: Data

  init() throws {
    work = try SyntheticStore()
    for seed in 1...3 {
      let file = try work.generate("\(seed).csv", runners: 100, seed: seed)
      // The rows of the last import are nowhere else.
      let options = seed == 3 ? ["--no-archive"] : []
      try #require(try RailbirdProcess.run(work.importing(file) + options).exitCode == 0)
    }
    before = try work.runners()
  }

  private func repair(_ options: String...) throws -> ProcessResult {
    try RailbirdProcess.run(["repair", "--store", work.store] + options)
  }

  private func lose() throws {
    try FileManager.default.removeItem(atPath: work.store + "/MANIFEST")
  }

  @Test(arguments: [
    (lines: 2, bytes: 20, sign: "archive/LOG ends within a line"),
    (
      lines: 2, bytes: 0,
      sign: "the tables have imports up to 3, archive/LOG up to 2"
    ),
    (lines: 1, bytes: 0, sign: "archive/LOG does not name 1 archived file;"),
  ])
  func `tables are rebuilt from a log that may lack its end on request alone`(
    lines: Int, bytes: Int, sign: String
  ) throws {
    let manifest = try Data(contentsOf: URL(filePath: work.store + "/MANIFEST"))
    let path = work.store + "/archive/LOG"
    let log = try Data(contentsOf: URL(filePath: path))
    let parts = log.split(separator: UInt8(ascii: "\n")).filter {
      !String(decoding: $0, as: UTF8.self).contains(" lost-")
    }
    let kept = parts.prefix(lines).reduce(0) { $0 + $1.count + 1 } + bytes
    try lose()
    try rewrite(path) { $0 = Data(log.prefix(kept)) }
    let sums = try work.sums()
    let refused = try repair("--yes")
    #expect(refused.exitCode == 1 && refused.stderr.contains(sign), "\(refused.stderr)")
    let replay = try RailbirdProcess.run(["replay", "--store", work.store])
    #expect(replay.exitCode == 1 && replay.stderr.contains(sign), "\(replay.stderr)")
    #expect(try work.sums() == sums)
    let result = try repair("--accept-loss", "--yes")
    #expect(result.exitCode == 0 && result.stdout.hasSuffix("repaired\n"), "\(result.stderr)")
    #expect(try RailbirdProcess.run(["verify", "--store", work.store]).exitCode == 0)
    #expect(try work.runners() != before)
    // With the manifest and the log from a copy, the files that were kept are the old state.
    let folder = try #require(
      try FileManager.default.contentsOfDirectory(atPath: work.store).first {
        $0.hasPrefix("damaged-")
      })
    for part in ["segments", "dictionaries", "archive"] {
      let (old, own) = (work.store + "/\(folder)/\(part)", work.store + "/" + part)
      for file in files(below: old) {
        try? FileManager.default.removeItem(atPath: own + "/" + file)
        try FileManager.default.copyItem(atPath: old + "/" + file, toPath: own + "/" + file)
      }
    }
    try rewrite(path) { $0 = log }
    try manifest.write(to: URL(filePath: work.store + "/MANIFEST"))
    #expect(try work.runners() == before)
  }

  @Test func `a full disk leaves no half copy of a damaged log`() throws {
    try rewrite(work.store + "/archive/LOG") { $0[40] ^= 1 }
    let sums = try work.sums()
    // Files of at most one block of 512 bytes.
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" repair --store \"$1\" --yes"
    let result = try RailbirdProcess.run(
      program: "sh", ["-c", limited, RailbirdProcess.executable, work.store])
    #expect(result.exitCode == 1 && result.stderr.contains("File too large"), "\(result.stderr)")
    #expect(try work.sums() == sums)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: work.store)
        .allSatisfy { !$0.hasPrefix("damaged-") })
    #expect(try repair("--yes").exitCode == 0)
    #expect(try work.runners() == before)
  }

  @Test(arguments: ["/dev/zero", "pipe"])
  func `an original without an end is refused`(name: String) throws {
    let archived = try #require(files(below: work.store + "/archive").first { $0 != "LOG" })
    try FileManager.default.removeItem(atPath: work.store + "/archive/" + archived)
    let original = name == "pipe" ? work.folder.file(name) : name
    if name == "pipe" { try #require(mkfifo(original, 0o600) == 0) }
    let result = try repair("--original", original, "--yes")
    #expect(result.exitCode == 1)
    #expect(
      result.stderr.contains("\(original): found no file with an end; expected an ordinary file"),
      "\(result.stderr)")
  }
}
