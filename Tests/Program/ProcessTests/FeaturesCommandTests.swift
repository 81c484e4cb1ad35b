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
          "--by", "jockey,horse", "--columns", "date,horse", "--targets", "sp,share(1/sp)",
          "--threads", threads, "--quiet",
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
      let result = try features([
        "--columns", "date,horse", "--out", "\(out).\(ending)", "--dictionary", "\(out).json",
      ])
      #expect(result.exitCode == 0)
    }
    let result = try Python.run(Self.script, out)
    #expect(result.stdout == "same\n", "\(result.stdout)\(result.stderr)")
  }

  private static let script = """
    import json, sys, polars as pl, pyarrow as pa, pyarrow.ipc, pyarrow.parquet
    base = sys.argv[1]
    parquet = pl.from_arrow(pa.parquet.read_table(base + ".parquet"))
    arrow = pl.from_arrow(pa.ipc.open_file(base + ".arrow").read_all())
    csv = pl.read_csv(base + ".csv", schema=parquet.schema)
    assert parquet.width == 36 and 2900 < len(parquet) <= 3000, parquet.shape
    assert parquet["jockey_runs_365"].dtype == pl.Int32, parquet.schema
    assert parquet["date"].dtype == pl.Date, parquet.schema
    dictionary = json.load(open(base + ".json"))
    assert [column["name"] for column in dictionary] == parquet.columns, dictionary
    schemas = [pa.parquet.read_schema(base + ".parquet"), pa.ipc.open_file(base + ".arrow").schema]
    for schema in schemas:
        assert json.loads(schema.metadata[b"railbird.dictionary"]) == dictionary, schema
        pandas = json.loads(schema.metadata[b"pandas"])["columns"]
        types = {column["name"]: column["numpy_type"] for column in pandas}
        assert types == {"date": "date32[day][pyarrow]"}, types
    print("same" if parquet.equals(arrow) and parquet.equals(csv) else "different")
    """

  @Test(.enabled(if: Python.hasPackages, "\(Python.absence)"))
  func `DuckDB computes the same inputs and targets from exported runners`() throws {
    try work.stock(try work.generate(runners: 3_000, seed: 4))
    let out = work.folder.file("out")
    let columns =
      "date,horse,handicap,quarter,rank(weight_lb),gap(-official_rating),share(weight_lb),"
      + "z(weight_lb-2*age),rank(jockey_win_rate_365)"
    let result = try features([
      "--columns", columns, "--targets", "position,outcome,rank(-sp),share(1 / sp)", "--out",
      out + "/features.parquet",
    ])
    #expect(result.exitCode == 0, "\(result.stderr)")
    let export = ["export", "--store", work.store, "--to", "parquet", "--out", out]
    #expect(try RailbirdProcess.run(export).exitCode == 0)
    let found = try Python.run(Self.comparison, out)
    #expect(found.stdout == "same\n", "\(found.stdout)\(found.stderr)")
  }

  private static let comparison = """
    import sys, duckdb
    db = duckdb.connect()
    db.execute(f"CREATE VIEW features AS FROM '{sys.argv[1]}/features.parquet'")
    db.execute(f"CREATE VIEW runners AS FROM '{sys.argv[1]}/runners.parquet'")
    db.execute('''CREATE TABLE expected AS SELECT race_id, number, horse, date, handicap,
        'Q' || quarter(date) AS quarter, position, outcome,
        CASE WHEN weight_lb IS NOT NULL THEN
            rank() OVER (race ORDER BY weight_lb DESC NULLS LAST) END AS rank_weight_lb,
        -official_rating - max(-official_rating) OVER race AS gap_minus_official_rating,
        weight_lb / nullif(sum(weight_lb) OVER race, 0) AS share_weight_lb,
        (weight_lb - 2 * age - avg(weight_lb - 2 * age) OVER race)
            / nullif(stddev_pop(weight_lb - 2 * age) OVER race, 0) AS z_weight_lb_minus_2_times_age,
        CASE WHEN sp IS NOT NULL THEN rank() OVER (race ORDER BY -sp DESC NULLS LAST) END
            AS target_rank_minus_sp,
        round_even(1 / sp, 6) / nullif(sum(round_even(1 / sp, 6)) OVER race, 0)
            AS target_share_1_over_sp
        FROM runners WHERE outcome NOT IN ('non_runner', 'void', 'unresolved')
        WINDOW race AS (PARTITION BY race_id)''')
    db.execute('''CREATE TABLE ranked AS SELECT race_id, number, horse,
        CASE WHEN jockey_win_rate_365 IS NOT NULL THEN rank() OVER
            (PARTITION BY race_id ORDER BY jockey_win_rate_365 DESC NULLS LAST) END AS r
        FROM features''')
    keys = ("f.race_id = e.race_id AND f.number IS NOT DISTINCT FROM e.number "
            "AND f.horse IS NOT DISTINCT FROM e.horse")
    def count(condition, other="expected"):
        text = f"SELECT count(*) FROM features f JOIN {other} e ON {keys} WHERE {condition}"
        return db.execute(text).fetchall()[0][0]
    rows = db.execute("SELECT count(*) FROM features").fetchall()[0][0]
    assert rows == count("true") > 2900, (rows, count("true"))
    same = "date handicap quarter rank_weight_lb target_rank_minus_sp".split()
    near = ["gap_minus_official_rating", "share_weight_lb", "z_weight_lb_minus_2_times_age",
            "target_share_1_over_sp"]
    tests = [f"f.{name} IS DISTINCT FROM e.{name}" for name in same]
    tests += [f"f.target_{name} IS DISTINCT FROM e.{name}" for name in ["position", "outcome"]]
    tests += [
        f"coalesce(abs(f.{name} - e.{name}) > 1e-12, (f.{name} IS NULL) <> (e.{name} IS NULL))"
        for name in near]
    wrong = [test for test in tests if count(test)]
    assert not wrong, wrong
    assert count("f.rank_jockey_win_rate_365 IS DISTINCT FROM e.r", "ranked") == 0
    types = {row[0]: row[1] for row in db.execute("DESCRIBE features").fetchall()}
    types = [types[name] for name in ["date", "handicap", "rank_weight_lb"]]
    assert types == ["DATE", "BOOLEAN", "INTEGER"], types
    print("same")
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
    (["--out", "f.csv", "--metrics", "iv,q"], "--metrics: found q, which compares all rows of"),
    (["--out", "f.csv", "--columns", "hors"], "--columns: found hors; expected horse"),
    (
      ["--out", "f.csv", "--columns", "number"],
      "--columns: found number, which begins each row already; expected other columns"
    ),
    (
      ["--out", "f.csv", "--columns", "date,sp"],
      "--columns: found sp, known only at the off or later; expected it in --targets"
    ),
    (["--out", "f.csv", "--targets", "postion"], "--targets: found postion; expected position"),
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

  @Test func `days without a starter are named, unless no row is allowed`() throws {
    let csv = "race_id,date,number,horse,jockey,position,sp\n1,2026-01-01,1,A,Ann,1,3\n"
    try work.load(try work.folder.write(csv, to: "one.csv"))
    let asked = ["--from", "2030-01-01", "--out", work.folder.file("f.csv")]
    let none = try features(asked)
    #expect(none.exitCode == 1)
    #expect(
      none.stderr
        == "railbird: --from: found no starter from 2030-01-01; expected a day with starters out "
        + "of 2026-01-01 to 2026-01-01, --unresolved for a card without results, or --allow-empty\n"
    )
    #expect(try features(asked + ["--allow-empty"]).exitCode == 0)
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
