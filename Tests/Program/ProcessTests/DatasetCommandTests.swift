import Foundation
import TestSupport
import Testing

/// `railbird export --partition month`, seen from outside.
struct DatasetCommandTests {
  private let work: SyntheticStore
  private var lake: String { work.folder.file("lake") }

  init() throws { work = try SyntheticStore() }

  private func export(_ more: String...) throws -> ProcessResult {
    try RailbirdProcess.run(Self.arguments(work.store, lake) + more)
  }

  private static func arguments(_ store: String, _ out: String) -> [String] {
    ["export", "--store", store, "--to", "parquet", "--partition", "month", "--out", out]
  }

  @Test(.enabled(if: Python.hasPackages, "\(Python.absence)"))
  func `duckdb, polars and pyarrow read a dataset by months as the csv export`() throws {
    try work.stock(try work.generate(runners: 2_000))
    let exported = try export()
    #expect(exported.exitCode == 0, "\(exported.stderr)")
    _ = try work.runners()
    let result = try Python.run(Self.script, lake, work.folder.file("export/runners.csv"))
    #expect(result.stderr == "")
    #expect(result.stdout == "same 2000\nsame 2000\nsame 2000\npruned\nschema 1\nstatistics\n")
  }

  /// Compares the rows of each reader with those of the CSV file, a month's with its partition's.
  private static let script = """
    import sys, json, glob, duckdb, polars as pl, pyarrow.dataset as ds, pyarrow.parquet as pq
    lake, csv = sys.argv[1:]
    db = duckdb.connect()
    db.execute(f"create view truth as select * from read_csv('{csv}', all_varchar=true)")
    names = [r[0] for r in db.execute("describe truth").fetchall()]
    # Empty texts and nulls are one in CSV, and so are 12 and 12.0.
    def told(view):
      shown = ", ".join(
        f"coalesce(cast(try_cast(cast({n} as varchar) as double) as varchar),"
        f" substr(cast({n} as varchar), 1, 10), '') as {n}" for n in names if n != "off_time")
      return db.execute(f"select {shown}, substr(cast(date as varchar), 1, 7) from {view} order by all").fetchall()
    truth = told("truth")
    path = f"{lake}/runners/*/*.parquet"
    db.execute(f"create view lake as select * from read_parquet('{path}', hive_partitioning=true)")
    polars = pl.scan_parquet(f"{lake}/runners/", hive_partitioning=True).collect().to_arrow()
    arrow = ds.dataset(f"{lake}/runners", partitioning="hive").to_table()
    for view in ["lake", "polars", "arrow"]:
      print("same" if told(view) == truth else "other", db.execute(f"select count(*) from {view} where month = substr(cast(date as varchar), 1, 7)").fetchone()[0])
    plan = db.execute("explain analyze select count(*) from lake where month = '2024-03'").fetchall()[0][1]
    print("pruned" if "Total Files Read: 1" in plan else plan)
    files = glob.glob(path)
    print("schema", len({str(pq.read_schema(f).remove_metadata()) for f in files}))
    group = pq.ParquetFile(files[0]).metadata.row_group(0)
    print("statistics" if group.column(names.index("date")).statistics.has_min_max else "none")
    for table in ["runners", "races"]:
      for f in glob.glob(f"{lake}/{table}/*/*.parquet"):
        schema = pq.read_schema(f)
        meanings = json.loads(schema.metadata[b"railbird.dictionary"])
        assert [m["name"] for m in meanings] == schema.names and b"pandas" in schema.metadata, f
        assert {m["name"]: m["role"] for m in meanings}["race_id"] == "key", f
    listed = {f["path"] for t in json.load(open(f"{lake}/manifest.json"))["tables"].values() for m in t["months"] for f in m["files"]}
    assert listed == {f[len(lake) + 1:] for f in glob.glob(f"{lake}/*/*/*.parquet")}
    """

  @Test func `a dry run states the months, and a dataset is updated on request alone`() throws {
    try work.stock(try work.generate(runners: 300))
    let plan = try export("--dry-run", "--table", "runners")
    #expect(plan.exitCode == 0 && plan.stdout.contains(" to write, 0 to keep, 0 to remove\n"))
    #expect(!FileManager.default.fileExists(atPath: lake))
    #expect(try export("--table", "runners").exitCode == 0)
    let again = try export("--table", "runners")
    #expect(again.exitCode == 64)
    #expect(
      again.stderr
        == "railbird: --out: found a dataset in \(lake); expected --incremental, which updates it, "
        + "or an empty folder\n")
    let update = try export("--table", "races", "--incremental")
    #expect(update.stdout.contains("\(lake)/runners: 300 rows; months: 0 written, "))
    #expect(update.stdout.contains("\(lake)/races: "))
  }

  @Test func `facts of earlier runs are exported by the rules that are asked for`() throws {
    try work.stock(try work.generate(runners: 300))
    func rules() throws -> [String] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: lake + "/manifest.json"))
      let manifest = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
      let report = try #require(manifest["report"] as? [String: Any])
      let order = try #require(report["class_order"] as? [String])
      return ["\(report["break_days"]!)"] + order
    }
    #expect(try export("--break-days", "30", "--class-order", "G1,G2").exitCode == 0)
    #expect(try rules() == ["30", "G1", "G2"])
    let update = try export("--incremental")
    #expect(update.stdout.contains("/starters: 300 rows; months: "), "\(update.stdout)")
    #expect(try rules() == ["60"])
  }

  @Test func `an update that changes nothing touches no file`() throws {
    try work.stock(try work.generate(runners: 300))
    #expect(try export().exitCode == 0)
    func files() throws -> [String: Int] {
      var numbers: [String: Int] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: lake) where name != ".lock" {
        let facts = try FileManager.default.attributesOfItem(atPath: lake + "/" + name)
        numbers[name] = facts[FileAttributeKey.systemFileNumber] as? Int
      }
      return numbers
    }
    let before = try files()
    #expect(before["manifest.json"] != nil)
    #expect(try export("--incremental").exitCode == 0)
    #expect(try files() == before)
  }

  @Test(arguments: [
    (
      ["--to", "csv", "--partition", "month"], "--partition: found --to csv; expected --to parquet"
    ),
    (
      ["--to", "parquet", "--incremental"],
      "--incremental: found no --partition; expected --partition month"
    ),
    (
      ["--to", "parquet", "--keep-replaced"],
      "--keep-replaced: found no --partition; expected --partition month"
    ),
    (
      ["--to", "parquet", "--dry-run"],
      "--dry-run: found no --partition; expected --partition month"
    ),
    (
      ["--to", "csv", "--break-days", "30"],
      "--break-days: found no --partition; expected --partition month"
    ),
  ])
  func `options that make no sense together are refused`(options: [String], text: String) throws {
    let result = try parse(["export", "--store", "S", "--out", "O"] + options)
    #expect(result.exitCode == 64 && result.stderr.contains(text), "\(result.stderr)")
  }

  @Test func `options of the table of starters are refused where it is not written`() throws {
    try work.stock(try work.generate(runners: 300))
    for option in [["--aliases", "absent.csv"], ["--break-days", "30"]] {
      let result = try RailbirdProcess.run(
        Self.arguments(work.store, lake) + ["--table", "runners"] + option)
      #expect(result.exitCode == 64)
      #expect(
        result.stderr
          == "railbird: \(option[0]): found no table starters; expected it among the tables\n")
    }
    #expect(!FileManager.default.fileExists(atPath: lake + "/manifest.json"))
    let absent = try export("--aliases", work.folder.file("absent.csv"))
    #expect(absent.exitCode == 1 && absent.stderr.contains("absent.csv"), "\(absent.stderr)")
  }

  /// Kills an update at each of its renames and syncs: the manifest's files are then one snapshot's,
  /// the old one's or the new one's, and the next update brings the new one.
  @Test(.enabled(if: Faults.areAvailable, "found no C compiler to make calls fail with"))
  func `an export that is killed leaves a whole snapshot`() throws {
    let header = "race_id,date,number,horse,jockey,position,sp\n"
    func file(_ month: Int, _ race: Int) throws -> String {
      let day = "2024-0\(month)-0\(race)"
      return try work.folder.write(
        header + "\(day),\(day),1,Horse \(race),Ann,1,2.5\n", to: "\(day).csv")
    }
    for month in 1...3 { try work.load(try file(month, 1)) }
    #expect(try export("--table", "runners").exitCode == 0)
    #expect(try rows(of: lake) == [1, 1, 1])
    for month in 1...2 { try work.load(try file(month, 2)) }
    var outcomes: Set<[Int]> = []
    for call in LongForm.cases(["rename", "unlink", "fsync"], short: 2) {
      for number in 1... {
        let copy = work.folder.file("\(call)-\(number)")
        try FileManager.default.copyItem(atPath: lake, toPath: copy)
        let arguments = Self.arguments(work.store, copy) + ["--table", "runners", "--incremental"]
        let killed = try Faults("\(call)=kill@\(number)", below: work.folder).run(arguments)
        outcomes.insert(try rows(of: copy))
        if killed.exitCode == 0 { break }
        #expect(killed.exitCode == -9)
        #expect(try RailbirdProcess.run(arguments).exitCode == 0)
        #expect(try rows(of: copy) == [2, 2, 1])
        let left = files(below: copy).filter { $0.hasPrefix("runners/") }
        #expect(left.count == 3, "\(left)")
      }
    }
    #expect(outcomes == [[1, 1, 1], [2, 2, 1]])
  }

  /// The rows of each month as the manifest lists them; all its files must be there.
  private func rows(of lake: String) throws -> [Int] {
    let text = try Data(contentsOf: URL(filePath: lake + "/manifest.json"))
    let manifest = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    let tables = try #require(manifest["tables"] as? [String: [String: Any]])
    let months = try #require(tables["runners"]?["months"] as? [[String: Any]])
    return try months.map { month in
      let listed = try #require(month["files"] as? [[String: Any]])
      for file in listed {
        let path = try #require(file["path"] as? String)
        let found = try FileManager.default.attributesOfItem(atPath: lake + "/" + path)
        #expect(found[.size] as? Int == file["bytes"] as? Int)
      }
      return try #require(month["rows"] as? Int)
    }
  }
}
