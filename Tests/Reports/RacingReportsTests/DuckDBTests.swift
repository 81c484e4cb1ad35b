import Foundation
import TestSupport
import Testing

/// The engine's question against DuckDB's answer from the exported Parquet files.
@Suite struct DuckDBTests {
  private static let datasets = RailbirdProcess.datasets
  private static let files = ["results", "dividends"].map {
    "\(datasets)/hkjc-2016-2026/\($0).csv.zst"
  }
  private static let isReady =
    Python.hasPackages && files.allSatisfy(FileManager.default.fileExists)

  private static let condition =
    "course in (\"沙田\") and distance_m between 1000 and 1400 and sp < 10"

  /// Groups by jockey and draw, and prints the report's columns that SQL can compute.
  private static let script = """
    import duckdb, glob, sys
    rows = duckdb.sql(f\"\"\"
      select jockey, draw::text, count(*) runs, count(*) filter (position = 1) wins,
        count(*) filter (sp is not null) bets, max(date)::text
      from read_parquet({glob.glob(sys.argv[1] + '/runners*.parquet')})
      where course in ('沙田') and distance_m between 1000 and 1400 and sp < 10
        and outcome not in ('non_runner', 'void', 'unresolved')
        and jockey is not null and draw is not null
      group by all\"\"\").fetchall()
    rows.sort(key=lambda row: (-row[2], row[0].encode(), row[1].encode()))
    for row in rows:
      print(*row, sep='|')
    """

  @Test(.enabled(if: isReady, "needs RAILBIRD_DATASETS; \(Python.absence)"))
  func `short-priced sprinters at Sha Tin by jockey and draw are DuckDB's`() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("store")
    try run(["import", "--format", "hkjc", "--store", store, "--no-archive"] + Self.files)
    try run(["export", "--store", store, "--to", "parquet", "--out", folder.file("parquet")])
    try run([
      "report", "--store", store, "--where", Self.condition, "--by", "jockey+draw", "--windows",
      "all", "--format", "csv", "--out", folder.file("out"),
    ])
    let answer = try Python.run(Self.script, folder.file("parquet"))
    #expect(answer.exitCode == 0, "\(answer.stderr)")
    let report = try String(contentsOfFile: folder.file("out/jockey-draw.csv"), encoding: .utf8)
    let lines = report.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let columns = ["jockey", "draw", "runs", "wins", "sp_bets", "last_run"].map { name in
      lines[0].firstIndex { $0 == name }!
    }
    let found = lines.dropFirst().map { line in
      columns.map { String(line[$0]) }.joined(separator: "|")
    }
    let expected = answer.stdout.split(separator: "\n").map(String.init)
    #expect(found.count > 500 && found == expected)
  }

  private func run(_ arguments: [String]) throws {
    let done = try RailbirdProcess.run(arguments)
    #expect(done.exitCode == 0, "\(done.stderr)")
  }
}
