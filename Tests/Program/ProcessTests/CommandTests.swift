import Foundation
import TestSupport
import Testing

struct CommandTests {
  private let work: SyntheticStore

  init() throws { work = try SyntheticStore() }

  @Test(arguments: ["segments/runners", "segments/races", "dictionaries", "archive"])
  func `verify names a damaged file and fails`(kind: String) throws {
    try work.stock(try work.generate(runners: 300))
    #expect(try RailbirdProcess.run(["verify", "--store", work.store]).exitCode == 0)
    let file = try #require(
      files(below: work.store).first { $0.hasPrefix(kind) && $0 != "archive/LOG" })
    try rewrite(work.store + "/" + file) { $0[$0.count / 2] ^= 1 }
    let result = try RailbirdProcess.run(["verify", "--store", work.store])
    #expect(result.exitCode == 1)
    #expect(result.stdout.hasPrefix("\(file): found \(kind == "archive" ? "SHA-256" : "XXH128") "))
    #expect(result.stdout.split(separator: "\n").count == 1)
  }

  @Test func `verify tells of damaged kept sums, without which the next report does`() throws {
    try work.stock(try work.generate(runners: 2000))
    let report = ["report", "--store", work.store, "--by", "jockey", "--windows", "30d"]
    func run() throws -> ProcessResult {
      try RailbirdProcess.run(report + ["--keep-sums", "--out", work.folder.file("out")])
    }
    #expect(try run().exitCode == 0)
    let figures = try Data(contentsOf: URL(filePath: work.folder.file("out/jockey.csv")))
    let file = try #require(files(below: work.store).first { $0.hasPrefix("sums/") })
    try rewrite(work.store + "/" + file) { $0[$0.count / 2] ^= 1 }
    let result = try RailbirdProcess.run(["verify", "--store", work.store])
    #expect(result.exitCode == 0)
    #expect(
      result.stdout.hasPrefix(
        "\(file): found damage; expected kept sums; the next report computes them\n"))
    #expect(result.stdout.hasSuffix("bytes: intact, but for 1 beside the tables\n"))
    #expect(try run().exitCode == 0)
    #expect(try Data(contentsOf: URL(filePath: work.folder.file("out/jockey.csv"))) == figures)
    #expect(
      try RailbirdProcess.run(["verify", "--store", work.store]).stdout.hasSuffix(": intact\n"))
  }

  @Test func `verify names a damaged manifest and fails`() throws {
    try work.stock(try work.generate(runners: 300))
    try rewrite(work.store + "/MANIFEST") { $0[$0.count - 10] ^= 1 }
    let result = try RailbirdProcess.run(["verify", "--store", work.store])
    #expect(result.exitCode == 1)
    #expect(result.stderr.hasPrefix("railbird: \(work.store)/MANIFEST: found SHA-256 "))
  }

  @Test func `only a report, which names its sources, asks for the table of imports`() throws {
    try work.stock(try work.generate(runners: 300))
    let segment = try #require(
      files(below: work.store).first { $0.hasPrefix("segments/imports") })
    try FileManager.default.removeItem(atPath: work.store + "/" + segment)
    let out = work.folder.file("out")
    func run(_ arguments: String...) throws -> ProcessResult {
      try RailbirdProcess.run(arguments + ["--store", work.store])
    }
    #expect(try run("features", "--out", out + "/f.csv").exitCode == 0)
    #expect(try run("card", "--date", "2023-05-01", "--out", out).exitCode == 0)
    let report = try run("report", "--out", out)
    #expect(report.exitCode == 1 && report.stderr.contains(segment), "\(report.stderr)")
  }

  @Test func `doctor shows OpenBLAS and the kernel it chose, curl and TLS`() throws {
    let result = try RailbirdProcess.run(["doctor"])
    #expect(result.exitCode == 0)
    let facts = Dictionary(
      uniqueKeysWithValues: ["OpenBLAS", "OpenBLAS kernel", "Apache Arrow", "curl", "TLS"].map {
        name in
        let line =
          result.stdout.split(separator: "\n").first { $0.hasPrefix(name + "  ") }
          ?? result.stdout.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return (name, line?.dropFirst(name.count).trimmingCharacters(in: .whitespaces) ?? "")
      })
    #expect(facts["OpenBLAS"]?.hasPrefix("OpenBLAS ") == true)
    #expect(facts["OpenBLAS kernel"]?.isEmpty == false)
    #expect(result.stdout.contains(/OpenBLAS threads +1\n/))
    #expect(facts["Apache Arrow"]?.first?.isNumber == true)
    #expect(facts["curl"]?.contains(/^\d+\.\d+\.\d+/) == true)
    #expect(facts["TLS"]?.contains(/SSL\/\d|TLS/) == true)
  }

  #if os(Linux)
    @Test(arguments: [("--version", false), ("--help", false), ("doctor", true)])
    func `OpenBLAS is loaded by commands that use it, and by no other`(
      argument: String, uses: Bool
    ) throws {
      let result = try RailbirdProcess.run([argument], environment: ["LD_DEBUG": "files"])
      #expect(result.exitCode == 0)
      #expect(result.stderr.contains("file=libarrow"))
      #expect(result.stderr.contains("file=libopenblas") == uses)
    }
  #endif

  @Test func `version is one number, with no word before or after it`() throws {
    let result = try RailbirdProcess.run(["--version"])
    #expect(result.exitCode == 0 && result.stderr.isEmpty)
    #expect(result.stdout.contains(/^\d+\.\d+\.\d+\n$/), "\(result.stdout)")
    #expect(try RailbirdProcess.run(["--version", "report"]).stdout == result.stdout)
  }

  #if os(Linux)
    @Test(arguments: ["--version", "--help", "help report", "doctor"])
    func `an answer that standard output does not take is an error`(arguments: String) throws {
      let command = "'\(RailbirdProcess.executable)' \(arguments) > /dev/full"
      let result = try RailbirdProcess.run(program: "sh", ["-c", command])
      #expect(result.exitCode == 1)
      #expect(
        result.stderr
          == "railbird: standard output: cannot be written (No space left on device)\n")
    }
  #endif

  @Test(arguments: [
    ["nonsense"], ["help", "nonsense"], ["help", "fetch", "nonsense"], ["verify"],
    ["import", "--store", "S", "a.csv"],
    ["import", "--store", "S", "--format", "nonsense", "a.csv"],
    ["import", "--store", "S", "--format", "railbird"],
    ["report", "--store", "S", "--out", "O", "--by", "weather"],
    ["report", "--store", "S", "--out", "O", "--threads", "0"],
    ["generate", "--runners", "0", "--out", "a.csv"],
    ["generate", "--runners", "10", "--out", "a.xls"],
    ["export", "--store", "S", "--to", "xlsx", "--out", "O"],
  ])
  func `bad usage exits with 64 and prints nothing on standard output`(arguments: [String]) throws {
    let result = try parse(arguments)
    #expect(result.exitCode == 64)
    #expect(result.stdout == "")
    #expect(result.stderr.hasPrefix("Error: "))
  }

  @Test func `an argument that is not UTF-8 is bad usage, and no other file's name`() throws {
    let script = "cd \"$1\" && \"$0\" generate --runners 10 --out $'o\\xff\\xc3(é.csv'"
    let result = try RailbirdProcess.run(
      program: "bash", ["-c", script, RailbirdProcess.executable, work.folder.path])
    #expect(result.exitCode == 64 && result.stdout == "")
    #expect(
      result.stderr == #"railbird: argument 5: found o\xFF\xC3(é.csv; expected UTF-8"# + "\n")
    #expect(files(below: work.folder.path) == [])
  }

  @Test func `a table that is not there is bad usage, reported in one line`() throws {
    let good = try work.generate(runners: 300)
    #expect(try RailbirdProcess.run(work.importing(good)).exitCode == 0)
    let result = try RailbirdProcess.run([
      "export", "--store", work.store, "--to", "csv", "--table", "nope", "--out",
      work.folder.file("out"),
    ])
    #expect(result.exitCode == 64)
    #expect(result.stderr.hasPrefix("railbird: --table: found nope; expected all or one of "))
    #expect(result.stderr.split(separator: "\n").count == 1)
  }

  @Test func `an import of a missing file fails and leaves no store`() throws {
    let good = try work.generate(runners: 300)
    let absent = work.folder.file("absent.csv")
    let result = try RailbirdProcess.run(work.importing(good) + [absent])
    #expect(result.exitCode == 1)
    #expect(result.stdout == "")
    #expect(
      result.stderr == "railbird: \(absent): cannot be opened (No such file or directory)\n")
    #expect(!FileManager.default.fileExists(atPath: work.store))
  }

  @Test(arguments: ["verify", "tables", "imports", "rejects"])
  func `a command on no store says so`(command: String) throws {
    let result = try RailbirdProcess.run([command, "--store", work.store])
    #expect(result.exitCode == 1)
    #expect(
      result.stderr
        == "railbird: \(work.store): found no store; expected one made by `railbird import` or `fetch`\n"
    )
    #expect(!FileManager.default.fileExists(atPath: work.store))
  }

  @Test func `a report without a terminal prints no progress and no colour`() throws {
    try work.stock(try work.generate(runners: 300))
    let result = try RailbirdProcess.run([
      "report", "--store", work.store, "--by", "jockey", "--out", work.folder.file("out"),
    ])
    #expect(result.exitCode == 0)
    #expect(result.stdout == "")
    #expect(!result.stderr.contains("\u{1B}") && !result.stderr.contains("\r"))
    #expect(result.stderr.split(separator: "\n").count == 1, "\(result.stderr)")
    let quiet = try RailbirdProcess.run([
      "report", "--quiet", "--store", work.store, "--by", "jockey",
      "--out", work.folder.file("out"),
    ])
    #expect(quiet.stdout + quiet.stderr == "")
  }

  @Test func `an import of the same file again changes nothing`() throws {
    let file = try work.generate(runners: 300)
    try work.stock(file)
    let manifest = FileManager.default.contents(atPath: work.store + "/MANIFEST")
    let result = try RailbirdProcess.run(work.importing(file))
    #expect(result.stdout == "runners.csv: already imported as import 1; nothing to do\n")
    #expect(FileManager.default.contents(atPath: work.store + "/MANIFEST") == manifest)
  }
}
