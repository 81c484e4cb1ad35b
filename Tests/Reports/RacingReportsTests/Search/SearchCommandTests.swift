import Foundation
import TestSupport
import Testing

/// `railbird search` as people run it: files, interruptions, and options that make no sense.
struct SearchCommandTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }

  init() throws {
    folder = try TemporaryFolder()
    let sample = RailbirdProcess.packageFolder + "/Datasets/sample/runners.csv"
    let done = try RailbirdProcess.run([
      "import", "--store", store, "--format", "railbird", "--quiet", sample,
    ])
    try #require(done.exitCode == 0, "\(done.stderr)")
  }

  private func arguments(_ out: String, _ more: [String]) -> [String] {
    let keys = "jockey,trainer,course,going"
    return ["search", "--store", store, "--keys", keys, "--out", folder.file(out)] + more
  }

  private func search(_ out: String, _ more: [String]) throws -> ProcessResult {
    try RailbirdProcess.run(arguments(out, more))
  }

  private func files(_ out: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file(out)).sorted()
  }

  private func texts(_ out: String) throws -> [String] {
    try files(out).map { try String(contentsOfFile: folder.file(out + "/" + $0), encoding: .utf8) }
  }

  @Test func `any number of threads writes the same bytes`() throws {
    for threads in ["1", "5"] {
      let done = try search(
        "out\(threads)",
        ["--depth", "2", "--permutations", "50", "--threads", threads, "--quiet", "--top", "7"])
      #expect(done.exitCode == 0 && done.stdout == "" && done.stderr == "", "\(done.stderr)")
    }
    #expect(try files("out1") == ["search.csv", "search.json", "summary.json"])
    #expect(try texts("out1") == texts("out5"))
    let lines = try texts("out1")[0].split(separator: "\n")
    #expect(lines.count == 8)
    #expect(lines[0].hasPrefix("rank,jockey,trainer,course,going,runs,wins,win_rate,"))
    #expect(lines[0].hasSuffix(",z,p,ae_z,ae_family_p,roi_z,roi_family_p"))
    #expect(lines[1].hasPrefix("1,"))
    let summary = try texts("out1")[2]
    #expect(summary.contains(#""keys": ["jockey","trainer","course","going"],"#))
    #expect(summary.contains("\"combinations\": 10,"))
  }

  @Test func `an interrupted search goes on to the same answer`() throws {
    let more = ["--permutations", "3000", "--depth", "3", "--min-runs", "20", "--threads", "1"]
    // Until it has results it does not need the folder for itself.
    let out = folder.file("out")
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
    let holder = open(out, O_RDONLY | O_CLOEXEC)
    try #require(flock(holder, LOCK_EX | LOCK_NB) == 0)
    let first = try RailbirdProcess.start(arguments("out", more + ["--verbose"]))
    while first.isRunning, !first.stderrSoFar.contains(" of 3,000 permutations") { usleep(2000) }
    first.send(SIGINT)
    let stopped = try first.wait()
    #expect(stopped.exitCode == 130, "\(stopped.stderr)")
    #expect(stopped.stderr.hasSuffix("interrupted; run the same command again to continue\n"))
    #expect(try files("out") == ["search-state.json"])
    close(holder)
    let second = try search("out", more)
    #expect(second.exitCode == 0, "\(second.stderr)")
    #expect(second.stderr.hasPrefix("continuing after "))
    #expect(try search("whole", more + ["--quiet"]).exitCode == 0)
    #expect(try files("out") == files("whole"))
    #expect(try texts("out") == texts("whole"))
  }

  @Test func `another search's state is not used, and a damaged one is refused and kept`() throws {
    let long = ["--permutations", "1000000", "--verbose"]
    let first = try RailbirdProcess.start(arguments("out", long))
    while first.isRunning, !first.stderrSoFar.contains(" of 1,000,000 permutations") {
      usleep(2000)
    }
    first.send(SIGTERM)
    #expect(try first.wait().exitCode == 130)
    let path = folder.file("out/search-state.json")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let damaged = text.replacing("\"donePermutations\":", with: "\"donePermutations\":1")
    try damaged.write(toFile: path, atomically: true, encoding: .utf8)
    let refused = try search("out", long)
    #expect(refused.exitCode == 1)
    #expect(
      refused.stderr.hasSuffix(
        "/search-state.json: found a damaged search's state; expected one as it was written, or no "
          + "file\n"), "\(refused.stderr)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == damaged)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let done = try search("out", ["--depth", "1", "--permutations", "9", "--show"])
    #expect(done.exitCode == 0)
    #expect(done.stderr.contains("found the state of another search; beginning anew"))
    #expect(done.stdout.contains("in 4 combinations of keys; "))
    #expect(try files("out") == ["search.csv", "search.json", "summary.json"])
  }

  @Test func `the page's rows are the sample's`() throws {
    let page = try String(
      contentsOfFile: RailbirdProcess.packageFolder + "/docs/search.md", encoding: .utf8)
    let shown = page.split(separator: "\n").filter { $0.contains(/^ {4}( [1-9]  | {4}angle )/) }
    #expect(shown.count == 4)
    let done = try search("out", ["--keys", "jockey,trainer,course,going,class", "--show"])
    let lines = done.stdout.split(separator: "\n")
    for line in shown { #expect(lines.contains(line.dropFirst(4)), "\(line)") }
  }

  @Test func `angles that have all runners of their races have no z, and the text says so`() throws
  {
    let done = try search(
      "out", ["--keys", "country", "--permutations", "2", "--show", "--format", "csv"])
    #expect(done.exitCode == 0, "\(done.stderr)")
    #expect(
      done.stdout.hasSuffix(
        "\nNo angle has a z: each has all runners of its races, so there is no luck to measure.\n"))
  }

  @Test func `where no angle has enough runs, the files have no row`() throws {
    let done = try search(
      "out", ["--min-runs", "100000", "--permutations", "2", "--show", "--format", "csv"])
    #expect(done.exitCode == 0, "\(done.stderr)")
    #expect(done.stdout.hasSuffix("\nNo angle has enough runs.\n"))
    #expect(try texts("out")[0].split(separator: "\n").count == 1)
    let silent = try search("out", ["--min-runs", "100000", "--permutations", "2"])
    #expect(silent.stderr.contains("0 angles of at least 100,000 runs in "), "\(silent.stderr)")
    #expect(silent.stderr.contains(". No angle has enough runs.\n"), "\(silent.stderr)")
  }

  @Test(arguments: [
    (["--depth", "5"], "--depth: found 5; expected 1 to 4"),
    (["--min-runs", "0"], "--min-runs: found 0; expected 1 or more"),
    (["--permutations", "1000001"], "--permutations: found 1000001; expected 1 to 1000000"),
    (["--permutations", "0"], "--permutations: found 0; expected 1 or more"),
    (["--rank-by", "wins"], "--rank-by: found wins; expected ae or roi"),
    (
      ["--keys", "jockey,stable"],
      "--keys: found jockey,stable; expected different keys by commas"
    ),
    (["--baseline", "raw"], "--baseline: found raw; expected probabilities that add up to 1"),
    (["--where", "sp <"], "--where"),
    (["--as-of", "today"], "--as-of: found today; expected YYYY-MM-DD"),
  ])
  func `a wrong option is bad usage`(more: [String], message: String) throws {
    let done = try search("out", more)
    #expect(done.exitCode == 64)
    #expect(done.stderr.contains(message), "\(done.stderr)")
  }
}
