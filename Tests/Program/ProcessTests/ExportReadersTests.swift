import TestSupport
import Testing

/// Other tools read what `railbird export` writes, and see the same rows.
struct ExportReadersTests {
  private let work: SyntheticStore

  init() throws { work = try SyntheticStore() }

  @Test(.enabled(if: Python.hasPackages, "\(Python.absence)"))
  func `pyarrow, polars and duckdb read the same rows from every format`() throws {
    try work.stock(try work.generate(runners: 3_000))
    let out = work.folder.file("out")
    for format in ["parquet", "arrow", "csv"] {
      let result = try RailbirdProcess.run([
        "export", "--store", work.store, "--to", format, "--table", "all", "--out", out,
      ])
      #expect(result.exitCode == 0)
      #expect(result.stdout.contains("runners.\(format): 3,000 rows\n"), "\(result.stdout)")
    }
    let result = try Python.run(Self.script, out)
    #expect(result.stderr == "")
    let lines = result.stdout.split(separator: "\n").map { $0.split(separator: ":") }
    #expect(lines.count == 8, "\(result.stdout)")
    #expect(Set(lines.map { $0[1] }).count == 1, "\(result.stdout)")
    #expect(lines.first?[1].hasPrefix(" 3000 ") == true)
  }

  /// Prints, per reader and format: rows, sums of three columns, and counts of nulls.
  ///
  /// Prices are summed in cents so that the sums do not depend on their order.
  private static let script = """
    import sys, duckdb, polars as pl, pyarrow as pa, pyarrow.csv, pyarrow.ipc, pyarrow.parquet
    base = sys.argv[1] + "/runners."
    def show(name, frame):
      cents = (frame["sp"] * 100).round().cast(pl.Int64)
      print(f"{name}: {len(frame)} {frame['position'].sum()} {frame['draw'].sum()} {cents.sum()}",
            frame["position"].null_count(), frame["sp"].null_count(), frame["jockey"].n_unique(),
            frame["date"].cast(pl.Date).to_physical().cast(pl.Int64).sum())
    show("pyarrow parquet", pl.from_arrow(pa.parquet.read_table(base + "parquet")))
    show("pyarrow arrow", pl.from_arrow(pa.ipc.open_file(base + "arrow").read_all()))
    show("pyarrow csv", pl.from_arrow(pa.csv.read_csv(base + "csv")))
    show("polars parquet", pl.read_parquet(base + "parquet"))
    show("polars arrow", pl.read_ipc(base + "arrow"))
    show("polars csv", pl.read_csv(base + "csv", try_parse_dates=True, infer_schema_length=None))
    show("duckdb parquet", duckdb.read_parquet(base + "parquet").pl())
    show("duckdb csv", duckdb.read_csv(base + "csv").pl())
    """
}
