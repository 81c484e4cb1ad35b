import Foundation
import TestSupport
import Testing

/// The files of `railbird notebook`, and what it leaves out.
///
/// `scripts/try-notebooks.sh` runs notebooks.
struct NotebookCommandTests {
  private let work: SyntheticStore
  private var out: String { work.folder.file("notebooks") }

  init() throws { work = try SyntheticStore() }

  private func notebook(_ arguments: String...) throws -> ProcessResult {
    try RailbirdProcess.run(["notebook", "--store", work.store, "--out", out] + arguments)
  }

  private func names(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: out + folder).sorted()
  }

  @Test func `topics with rows have notebooks and data, others are left out with a reason`() throws
  {
    try work.stock(try work.generate(runners: 2_000))
    let result = try notebook()
    #expect(result.exitCode == 0 && result.stdout == "9 notebooks in \(out)\n")
    #expect(
      result.stderr == """
        \(out)/data/runners.parquet: 2,000 rows
        season: left out: \(work.store): found no points of a season; expected some

        """)
    let notebooks = ["calibration", "features", "roi"].flatMap { topic in
      ["duckdb", "pandas", "polars"].map { "\(topic)-\($0).ipynb" }
    }
    #expect(try names() == (notebooks + ["data", "figures"]).sorted())
    #expect(try names("/data") == ["runners.parquet"])
    // A column that no row has a value of, and that all notebooks read.
    let table = try Data(contentsOf: URL(fileURLWithPath: out + "/data/runners.parquet"))
    #expect(table.range(of: Data("betting_interest".utf8)) != nil)
    let figures = [
      "bins.csv", "features.csv.gz", "jockey.csv", "odds.csv", "total.csv", "trainer.csv",
    ]
    #expect(try names("/figures") == figures)
  }

  @Test func `the reports are those of the other commands, with names as spelt`() throws {
    try work.stock(try work.generate(runners: 2_000))
    // An alias that reports would join, and an export does not.
    let first = try #require(
      try String(contentsOfFile: reports("jockey"), encoding: .utf8)
        .split(separator: "\n").dropFirst().first?.split(separator: ",").first)
    let alias = "role,spelling,name\njockey,\(first),Somebody Else\n"
    try alias.write(toFile: work.store + "/aliases.csv", atomically: true, encoding: .utf8)
    #expect(try notebook("--quiet").stderr == "")
    for name in ["jockey", "trainer"] {
      #expect(
        FileManager.default.contentsEqual(
          atPath: out + "/figures/\(name).csv", andPath: try reports(name)))
    }
  }

  /// Writes a report without aliases, and returns its path.
  private func reports(_ name: String) throws -> String {
    let result = try RailbirdProcess.run([
      "report", "--store", work.store, "--by", name, "--windows", "all", "--bets", "sp", "--luck",
      "--no-aliases", "--quiet", "--out", work.folder.file("report"),
    ])
    try #require(result.exitCode == 0, "\(result.stderr)")
    return work.folder.file("report/\(name).csv")
  }

  @Test func `a topic that is left out loses the files of an earlier run, and no others`() throws {
    try work.stock(try work.generate(runners: 2_000))
    _ = try notebook()
    for name in ["roi.ipynb", "roi-polars-mine.ipynb", "figures/mine.csv"] {
      try "".write(toFile: out + "/" + name, atomically: true, encoding: .utf8)
    }
    let text = "race_id,date,horse,jockey,position\n1,2024-05-01,A,J,1\n1,2024-05-01,B,K,2\n"
    let other = try SyntheticStore()
    try other.load(try other.folder.write(text, to: "runners.csv"))
    // A topic that is asked for ends the run before anything is removed.
    let asked = ["notebook", "--store", other.store, "--out", out, "--topics", "roi"]
    #expect(try RailbirdProcess.run(asked).exitCode == 1)
    #expect(try names("/figures").count == 7)
    // A store without any topic may be another than was meant.
    let before = try names()
    let empty = try RailbirdProcess.run(["notebook", "--store", other.store, "--out", out])
    #expect(empty.exitCode == 0 && empty.stdout == "no notebooks written\n")
    #expect(try names() == before && names("/figures").count == 7)
    let priced =
      "race_id,date,horse,jockey,position,sp\n1,2024-05-01,A,J,1,2\n1,2024-05-01,B,K,2,3\n"
    try other.load(try other.folder.write(priced, to: "priced.csv"))
    let result = try RailbirdProcess.run(["notebook", "--store", other.store, "--out", out])
    #expect(result.exitCode == 0 && result.stdout == "6 notebooks in \(out)\n")
    #expect(result.stderr.contains("features: removed 4 files of an earlier run\n"))
    for topic in ["roi", "calibration", "season"] {
      #expect(!result.stderr.contains("\(topic): removed"), "\(result.stderr)")
    }
    #expect(try names() == before.filter { !$0.hasPrefix("features-") })
    let figures = ["bins.csv", "jockey.csv", "mine.csv", "odds.csv", "total.csv", "trainer.csv"]
    #expect(try names("/figures") == figures)
  }

  @Test func `a topic that is asked for needs rows`() throws {
    try work.stock(try work.generate(runners: 200))
    let result = try notebook("--topics", "roi,season", "--with", "polars")
    #expect(result.exitCode == 1)
    #expect(
      result.stderr.hasSuffix(
        "railbird: \(work.store): found no points of a season; expected some\n"))
  }

  @Test func `runners without prices have no notebooks`() throws {
    let text = "race_id,date,horse,jockey,position\n1,2024-05-01,A,J,1\n1,2024-05-01,B,K,2\n"
    try work.load(try work.folder.write(text, to: "runners.csv"))
    let result = try notebook()
    #expect(result.exitCode == 0 && result.stdout == "no notebooks written\n")
    #expect(result.stderr.contains("roi: left out: \(work.store): found no starters with an sp"))
    #expect(result.stderr.contains("calibration: left out") && result.stderr.contains("features: "))
  }

  @Test func `an exchange's store has all topics at its starting price`() throws {
    let rows = try String(contentsOfFile: try work.generate(runners: 2_000), encoding: .utf8)
    let header = try #require(rows.split(separator: "\n").first)
    let exchange = header.replacing("bsp", with: "old").replacing(",\"sp\",", with: ",\"bsp\",")
    try #require(exchange != header)
    let text = rows.replacing(header, with: exchange, maxReplacements: 1)
    try work.load(try work.folder.write(text, to: "exchange.csv"))
    #expect(try notebook("--quiet", "--with", "polars").exitCode == 0)
    for topic in ["calibration", "features", "roi"] {
      let cells = try String(contentsOfFile: "\(out)/\(topic)-polars.ipynb", encoding: .utf8)
      #expect(cells.contains(#"PRICE = \"bsp\""#), "\(topic)")
    }
    let total = try String(contentsOfFile: out + "/figures/total.csv", encoding: .utf8)
    #expect(total.split(separator: "\n")[1].hasPrefix("bsp,multiplicative,all,"))
    let report = try RailbirdProcess.run([
      "report", "--store", work.store, "--by", "jockey", "--windows", "all", "--bets", "bsp",
      "--baseline", "bsp", "--commission", "0", "--no-aliases", "--quiet", "--out",
      work.folder.file("report"),
    ])
    #expect(report.exitCode == 0)
    #expect(
      FileManager.default.contentsEqual(
        atPath: out + "/figures/jockey.csv", andPath: work.folder.file("report/jockey.csv")))
  }

  @Test(arguments: [(2, "6 notebooks"), (3, "9 notebooks")])
  func `features need races with prices on three days`(days: Int, notebooks: String) throws {
    var text = "race_id,date,horse,jockey,trainer,position,sp\n"
    for day in 1...3 {
      // Without the second price, the first is the whole market.
      let price = day <= days ? "3" : ""
      text += "\(day),2024-05-0\(day),A,J,T,1,2\n\(day),2024-05-0\(day),B,K,U,2,\(price)\n"
    }
    try work.load(try work.folder.write(text, to: "runners.csv"))
    let result = try notebook()
    #expect(result.exitCode == 0 && result.stdout == "\(notebooks) in \(out)\n")
    let gap = "features: left out: \(work.store): found no races with prices on three days"
    #expect(result.stderr.contains(gap) == (days < 3), "\(result.stderr)")
  }

  @Test(arguments: [
    (
      ["--topics", "roi,luck"],
      "--topics: found luck; expected one of roi, calibration, season, features"
    ),
    (["--with", "polars,polars"], "--with: found polars,polars; expected each name once"),
    (["--season", "xc"], "--season: found one of --season and --year; expected both or none"),
    (["--zone", "Mars"], "--zone: found Mars; expected a time zone such as America/New_York"),
  ])
  func `a wrong option is bad usage`(arguments: [String], message: String) throws {
    let result = try parse(["notebook", "--store", "s", "--out", out] + arguments)
    #expect(result.exitCode == 64)
    #expect(result.stderr.contains(message), "\(result.stderr)")
  }

  @Test func `notebooks of other libraries go where they ask for another season`() throws {
    let rows =
      (1...3).map { "\($0),7,2024-10-0\($0),08:00,TRAINING_RUN,10\n" }
      + (4...6).map { "\($0),7,2025-04-0\($0),08:00,TRAINING_RUN,10\n" }
    let ledger = try work.folder.write(
      "activity_uuid,runner_id,date,time,activity_type,points\n" + rows.joined(), to: "l.csv")
    let roster = try work.folder.write(
      "runner_id,runner,team,active,graduation_class\n7,Ann,UA,true,2026\n", to: "r.csv")
    let importing = ["import", "--store", work.store, "--format", "points-ledger", ledger, roster]
    try #require(try RailbirdProcess.run(importing).exitCode == 0)
    let autumn = ["--topics", "season", "--season", "xc", "--year", "2024"]
    let spring = ["--topics", "season", "--season", "track", "--year", "2024"]
    func write(_ options: [String]) throws -> String {
      let words = ["notebook", "--store", work.store, "--out", out] + options
      let result = try RailbirdProcess.run(words)
      #expect(result.exitCode == 0, "\(result.stderr)")
      return result.stderr
    }
    _ = try write(autumn)
    // The same season once more leaves the others, executed or not.
    #expect(try !write(autumn + ["--with", "polars"]).contains("removed"))
    let told = try write(spring + ["--with", "polars"])
    for library in ["pandas", "duckdb"] {
      #expect(told.contains("season: removed season-\(library).ipynb, of other parameters\n"))
    }
    #expect(try names() == ["data", "figures", "season-polars.ipynb"])
  }
}
