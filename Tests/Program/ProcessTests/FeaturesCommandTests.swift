import Foundation
import TestSupport
import Testing

struct FeaturesCommandTests {
  private let work: SyntheticStore

  init() throws { work = try SyntheticStore() }

  private func features(_ arguments: [String]) throws -> ProcessResult {
    try RailbirdProcess.run(["features", "--store", work.store] + arguments)
  }

  @Test(
    arguments: LongForm.cases(
      [
        [], ["--by", "jockey", "--windows", "1d,400d,all"],
        ["--by", "horse,trainer+course,jockey+trainer,weekday+draw", "--windows", "7d,all"],
      ], short: 1))
  func `all metrics are the oracle's`(options: [String]) throws {
    let file = try work.generate(runners: 2_500, seed: 9)
    try work.stock(file)
    let out = work.folder.file("features.csv")
    let metrics = "runs,wins,win_rate,places,place_rate,sp_bets,sp_roi,expected_wins,ae,prb"
    let result = try features(options + ["--metrics", metrics, "--out", out])
    #expect(result.exitCode == 0 && result.stderr == "")
    #expect(result.stdout.hasPrefix("\(out): 2,4"), "\(result.stdout)")
    let oracle = try RailbirdProcess.run(
      program: "python3",
      [RailbirdProcess.packageFolder + "/Tests/Oracle/features.py"] + options + [out, file])
    #expect(oracle.exitCode == 0, "\(oracle.stdout)\(oracle.stderr)")
    #expect(oracle.stdout.contains(" rows, "))
  }

  @Test func `any number of threads writes the same bytes in every format`() throws {
    try work.stock(try work.generate(runners: 3_000))
    for ending in ["parquet", "arrow", "csv", "csv.gz"] {
      let files = try ["1", "3", "16"].map { threads in
        let out = work.folder.file("threads-\(threads).\(ending)")
        let result = try features([
          "--by", "jockey,horse", "--columns", "date,horse,sp", "--threads", threads, "--quiet",
          "--out", out,
        ])
        #expect(result.exitCode == 0 && result.stdout == "" && result.stderr == "")
        return try Data(contentsOf: URL(fileURLWithPath: out))
      }
      #expect(files[0].count > 1_000 && Set(files).count == 1, "\(ending)")
    }
  }

  @Test(.enabled(if: Python.hasPackages, "\(Python.absence)"))
  func `pyarrow and polars read the same table from every format`() throws {
    try work.stock(try work.generate(runners: 3_000))
    let out = work.folder.file("f")
    for ending in ["parquet", "arrow", "csv"] {
      let result = try features(["--columns", "date,horse", "--out", "\(out).\(ending)"])
      #expect(result.exitCode == 0)
    }
    let result = try Python.run(Self.script, out)
    #expect(result.stdout == "same\n", "\(result.stdout)\(result.stderr)")
  }

  private static let script = """
    import sys, polars as pl, pyarrow as pa, pyarrow.ipc, pyarrow.parquet
    base = sys.argv[1]
    parquet = pl.from_arrow(pa.parquet.read_table(base + ".parquet"))
    arrow = pl.from_arrow(pa.ipc.open_file(base + ".arrow").read_all())
    csv = pl.read_csv(base + ".csv", schema=parquet.schema)
    assert parquet.width == 36 and 2900 < len(parquet) <= 3000, parquet.shape
    assert parquet["jockey_runs_365"].dtype == pl.Int32, parquet.schema
    print("same" if parquet.equals(arrow) and parquet.equals(csv) else "different")
    """

  @Test func `days limit the rows, not what counts`() throws {
    let file = try work.folder.write(
      """
      race_id,date,number,horse,jockey,position,outcome,sp
      1,2026-01-01,1,Red,Ann,1,finished,3
      2,2026-01-02,1,Red,Ann,2,finished,4
      3,2026-01-03,1,Red,Ann,,,
      """, to: "runners.csv")
    try work.load(file)
    let out = work.folder.file("new/day.csv")
    let common = ["--by", "jockey", "--windows", "7d", "--from", "2026-01-02", "--out", out]
    let head = "race_id,number,jockey_runs_7,jockey_wins_7,jockey_win_rate_7,jockey_sp_roi_7\n"
    func text(_ more: String...) throws -> String {
      let result = try features(common + more)
      try #require(result.exitCode == 0, "\(result.stderr)")
      return try String(contentsOfFile: out, encoding: .utf8).replacing("\"", with: "")
    }
    #expect(try text() == head + "2,1,1,1,1,2\n")
    #expect(try text("--unresolved") == head + "2,1,1,1,1,2\n3,1,2,1,0.5,0.5\n")
    #expect(try text("--where", "sp > 3") == head + "2,1,0,0,,\n")
    #expect(try text("--to", "2026-01-02") == head + "2,1,1,1,1,2\n")
    let folder = work.folder.file("new")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["day.csv"])
  }

  @Test(arguments: [
    (["--out", "f.xlsx"], "--out: found f.xlsx; expected a name that ends in .parquet, .arrow"),
    (["--out", "f.csv", "--by", "odds_band"], "--by: found odds_band, which is not known"),
    (["--out", "f.csv", "--metrics", "roi"], "--metrics: found roi; expected runs, wins"),
    (["--out", "f.csv", "--columns", "hors"], "--columns: found hors; expected horse"),
    (
      ["--out", "f.csv", "--windows", "0d"],
      "--windows: found 0d; expected 1 to 36,500 days, such as 30d"
    ),
    (["--out", "f.csv", "--from", "1 May"], "--from: found 1 May; expected a day as YYYY-MM-DD"),
    (
      ["--out", "f.csv", "--from", "2026-02-02", "--to", "2026-02-01"],
      "--to: found 2026-02-01; expected 2026-02-02 or later"
    ),
    (["--out", "f.csv", "--where", "sp <"], "--where"),
  ])
  func `bad usage exits with 64 and says what was expected`(
    arguments: [String], message: String
  ) throws {
    let result = try parse(["features", "--store", work.store] + arguments)
    #expect(result.exitCode == 64 && result.stderr.contains(message), "\(result.stderr)")
  }

  @Test func `a failed run leaves the file as it was`() throws {
    let out = try work.folder.write("kept", to: "f.csv")
    let missing = try features(["--out", out])
    #expect(missing.exitCode == 1 && missing.stderr.hasPrefix("railbird: "))
    try work.load(try work.folder.write("race_id,date,number,horse,position\n", to: "none.csv"))
    let empty = try features(["--out", out])
    #expect(empty.exitCode == 1)
    #expect(empty.stderr == "railbird: \(work.store): found no race; expected at least one\n")
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "kept")
    let folder = try features(["--out", out + "/f.csv"])
    #expect(folder.exitCode == 1 && folder.stdout == "")
  }
}
