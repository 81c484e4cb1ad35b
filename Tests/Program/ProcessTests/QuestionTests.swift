import Foundation
import TestSupport
import Testing

/// Questions on the command line: what is refused, and with which exit code.
struct QuestionTests {
  private let work: SyntheticStore

  init() throws { work = try SyntheticStore() }

  private func report(_ options: String..., out: String = "out") throws -> ProcessResult {
    try RailbirdProcess.run(
      ["report", "--store", work.store, "--out", work.folder.file(out)] + options)
  }

  @Test(
    arguments: LongForm.cases(
      [
        (
          ["--windows", "0d"], "--windows: found 0d; expected 1 to 36,500 days, such as 30d, or all"
        ),
        (
          ["--windows", "-3d"],
          "--windows: found -3d; expected 1 to 36,500 days, such as 30d, or all"
        ),
        (
          ["--windows", "abc"],
          "--windows: found abc; expected 1 to 36,500 days, such as 30d, or all"
        ),
        (["--as-of", "2024-02-30"], "--as-of: found 2024-02-30; expected a day as YYYY-MM-DD"),
        (["--min-runs", "-1"], "--min-runs: found -1; expected 0 or more"),
        (["--top", "0"], "--top: found 0; expected 1 or more"),
        (["--order-by", "sp_ro"], "--order-by: found the column sp_ro; expected sp_roi"),
        (["--by", "jockey,draw", "--order-by", "draw"], "--order-by: found the column draw; "),
        (["--where", "sp <"], "--where: found the end; "),
        (["--having", "runs >"], "--having: found the end; expected a number for runs"),
        (["--having", "z > 2"], "--having: found the column z; "),
        (
          ["--having", "rins > 2"],
          "--having: found the field rins; expected a column of the report"
        ),
        (["--per", "jockey"], "--per: found no --top; expected it, with the number of rows"),
        (
          ["--top", "3", "--per", "jockey"], "--per: found the key jockey; expected a report of sev"
        ),
        (
          ["--by", "band(jockey, 2)"],
          "--by: found band(jockey, 2); expected band(FIELD, NUMBER, "
        ),
        (["--by", "band(sp, 2),band(sp, 4)"], "--by: found a dimension twice; expected each once"),
        (["--break-days", "0"], "--break-days: found 0; expected 1 or more"),
        (["--where", ""], "--where: found no condition; "),
        (
          [
            "--where",
            String(repeating: "(", count: 10_000) + "sp < 1"
              + String(repeating: ")", count: 10_000),
          ],
          "--where: "
        ),
        (["--aliases", "a.csv", "--no-aliases"], "--aliases: found --no-aliases too; "),
        (
          ["--spec", "q.yaml", "--by", "jockey"],
          "--spec: found --by too; expected it in the file"
        ),
        (
          ["--spec", "q.yaml", "--as-of", "soon"],
          "--as-of: found soon; expected a day as YYYY-MM-DD"
        ),
        (["--fdr", "by"], "--fdr: found it without --luck or --format html; expected one"),
        (["--spec", "q.yaml", "--windows", "all"], "--spec: found --windows too; "),
        (["--spec", "q.yaml", "--top", "3"], "--spec: found --top too; "),
      ], short: 8))
  func `a question that makes no sense is bad usage`(options: [String], message: String) throws {
    let result = try parse(["report", "--store", "S", "--out", "O"] + options)
    #expect(result.exitCode == 64)
    #expect(result.stdout == "")
    #expect(result.stderr.hasPrefix("Error: " + message), "\(result.stderr.prefix(300))")
  }

  @Test func `an as-of date before the first race fails and writes nothing`() throws {
    try work.stock(try work.generate(runners: 300))
    let result = try report("--as-of", "1990-01-01")
    #expect(result.exitCode == 1)
    #expect(
      result.stderr
        == "railbird: \(work.store): found no race before 1990-01-01; expected at least one\n")
    #expect(!FileManager.default.fileExists(atPath: work.folder.file("out")))
  }

  @Test(.longForm) func `reports that keep sums have the same bytes, and leave sums in the store`()
    throws
  {
    try work.stock(try work.generate(runners: 20_000))
    let sums = work.folder.file("store/sums")
    #expect(try report("--by", "jockey,jockey+trainer").exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: sums))
    for _ in 0..<2 {
      let done = try report("--by", "jockey,jockey+trainer", "--keep-sums", out: "kept")
      #expect(done.exitCode == 0, "\(done.stderr)")
      for file in ["jockey.csv", "jockey-trainer.json", "summary.json"] {
        let kept = FileManager.default.contents(atPath: work.folder.file("kept/" + file))
        #expect(kept != nil)
        #expect(kept == FileManager.default.contents(atPath: work.folder.file("out/" + file)))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: sums).count == 1)
    }
    let verified = try RailbirdProcess.run(["verify", "--store", work.store])
    #expect(verified.exitCode == 0, "\(verified.stderr)")
  }

  @Test func `a spec's files are those of its reports asked one by one`() throws {
    try work.stock(try work.generate(runners: 2_000))
    let spec = try work.folder.write(
      """
      windows: [90d, all]
      reports:
        - by: jockey
        - by: jockey+draw
          name: short-priced
          where: sp < 8
          order_by: sp_roi
          top: 7
      """, to: "q.yaml")
    let done = try report("--spec", spec)
    #expect(done.exitCode == 0 && done.stdout == "", "\(done.stderr)")
    _ = try report("--by", "jockey", "--windows", "90d,all", out: "one")
    _ = try report(
      "--by", "jockey+draw", "--windows", "90d,all", "--where", "sp < 8", "--order-by",
      "sp_roi:desc",
      "--top", "7", out: "two")
    func bytes(_ path: String) -> Data? {
      FileManager.default.contents(atPath: work.folder.file(path))
    }
    for ending in ["csv", "json"] {
      #expect(bytes("out/jockey.\(ending)") == bytes("one/jockey.\(ending)"))
      #expect(bytes("out/short-priced.\(ending)") == bytes("two/jockey-draw.\(ending)"))
      #expect(bytes("out/short-priced.\(ending)") != nil)
    }
    let summary = try JSONSerialization.jsonObject(with: #require(bytes("out/summary.json")))
    let reports = try #require((summary as? [String: Any])?["reports"] as? [[String: Any]])
    #expect(reports.map { $0["report"] as? String } == ["jockey", "short-priced"])
    #expect(reports[1]["where"] as? String == "sp < 8" && reports[1]["top"] as? Int == 7)
  }

  @Test func `an as-of date beside a spec is that of questions that name none`() throws {
    try work.stock(try work.generate(runners: 2_000))
    let spec = try work.folder.write(
      """
      windows: all
      reports:
        - by: jockey
        - by: trainer
          as_of: 2024-06-01
      """, to: "q.yaml")
    let done = try report("--spec", spec, "--as-of", "2024-09-01")
    #expect(done.exitCode == 0, "\(done.stderr)")
    _ = try report("--by", "jockey", "--windows", "all", "--as-of", "2024-09-01", out: "one")
    _ = try report("--by", "trainer", "--windows", "all", "--as-of", "2024-06-01", out: "two")
    for (name, own) in [("jockey", "one"), ("trainer", "two")] {
      let bytes = FileManager.default.contents(atPath: work.folder.file("out/\(name).csv"))
      let alone = FileManager.default.contents(atPath: work.folder.file("\(own)/\(name).csv"))
      #expect(bytes != nil && bytes == alone)
    }
    // The page's command names the day, so that it makes the same page tomorrow.
    let paged = try work.folder.write("format: html\nreports:\n  - by: jockey\n", to: "p.yaml")
    #expect(try report("--spec", paged, out: "page").exitCode == 0)
    let page = try String(contentsOfFile: work.folder.file("page/report.html"), encoding: .utf8)
    #expect(page.contains(/"command":"railbird report [^"]*p\.yaml[^"]* --as-of \d{4}-/))
  }

  @Test func `a bad spec is bad usage, a missing one a failure`() throws {
    let spec = try work.folder.write("reports:\n  - bye: jockey\n", to: "q.yaml")
    let bad = try report("--spec", spec)
    #expect(bad.exitCode == 64)
    #expect(bad.stderr.hasPrefix("railbird: \(spec):2: found the key bye; expected one of by, "))
    #expect(bad.stderr.hasSuffix(" (nearest: by)\n"))
    let missing = try report("--spec", work.folder.file("absent.yaml"))
    #expect(missing.exitCode == 1)
    #expect(missing.stderr.hasSuffix("absent.yaml: cannot be read (No such file or directory)\n"))
  }

  @Test func `aliases are set, listed, used, left out, and cleared`() throws {
    let csv = """
      race_id,date,number,horse,jockey,position
      1,2026-01-01,1,Arkle,A N Other,1
      1,2026-01-01,2,Bula,A. N. Other,2
      2,2026-01-02,1,Arkle,A N Other,1
      """
    try work.load(try work.folder.write(csv, to: "runners.csv"))
    let file = try work.folder.write(
      "role,spelling,name\njockey,A. N. Other,A N Other\n", to: "a.csv")
    func aliases(_ options: String...) throws -> String {
      let done = try RailbirdProcess.run(["aliases", "--store", work.store] + options)
      #expect(done.exitCode == 0, "\(done.stderr)")
      return done.stdout
    }
    func jockeys(_ options: String...) throws -> String {
      let done = try RailbirdProcess.run(
        [
          "report", "--store", work.store, "--by", "jockey", "--windows", "all", "--out",
          work.folder.file("out"),
        ] + options)
      #expect(done.exitCode == 0, "\(done.stderr)")
      return try String(contentsOfFile: work.folder.file("out/jockey.csv"), encoding: .utf8)
    }
    let before = try jockeys()
    #expect(try aliases() == "no aliases\n")
    let joined = try jockeys("--aliases", file)
    #expect(joined.contains("A N Other,all,2026-01-01,2026-01-02,3,2,"))
    #expect(try aliases("--set", file) == "1 spellings have another name\n")
    #expect(
      try aliases()
        == "role    spelling     name       runners\njockey  A. N. Other  A N Other        1\n")
    #expect(try jockeys() == joined)
    #expect(try jockeys("--no-aliases") == before)
    #expect(try aliases("--clear") == "each spelling is a name of its own\n")
    #expect(try jockeys() == before)
  }

  @Test func `a file that is none of aliases leaves the store's as they are`() throws {
    try work.stock(try work.generate(runners: 300))
    let bad = try work.folder.write("role,spelling,name\npilot,A,B\n", to: "bad.csv")
    let result = try RailbirdProcess.run(["aliases", "--store", work.store, "--set", bad])
    #expect(result.exitCode == 1)
    #expect(result.stderr.hasPrefix("railbird: \(bad):2: found the role pilot; "))
    #expect(!FileManager.default.fileExists(atPath: work.store + "/aliases.csv"))
  }
}
