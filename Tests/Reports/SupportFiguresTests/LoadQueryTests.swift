import Foundation
import ReportWriters
import TestSupport
import Testing

/// The queries of `docs/reports.md` over exported tables, run by DuckDB and Polars, against the engine.
@Suite(.enabled(if: Python.hasPackages, "\(Python.absence)"))
struct LoadQueryTests {
  /// The fenced blocks of a language in §11.
  private static func blocks(_ language: String) throws -> [String] {
    let path = RailbirdProcess.packageFolder + "/docs/reports.md"
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let section = try #require(page.components(separatedBy: "\n## 11. ").dropFirst().first)
    return section.components(separatedBy: "\n```\(language)\n").dropFirst().map {
      String($0.components(separatedBy: "\n```")[0])
    }
  }

  /// A folder with the tables of a store in `out`.
  private func exported(_ store: SupportStore) throws -> String {
    let result = try RailbirdProcess.run([
      "export", "--store", store.path, "--to", "parquet", "--table", "all", "--out",
      store.folder.file("work/out"), "--quiet",
    ])
    #expect(result.exitCode == 0, "\(result.stderr)")
    return store.folder.file("work")
  }

  private func python(_ script: String, in folder: String, _ query: String) throws -> String {
    let result = try Python.run("import os, sys\nos.chdir(sys.argv[1])\n" + script, folder, query)
    #expect(result.exitCode == 0, "\(result.stderr)")
    return result.stdout
  }

  /// Runs statements, and prints the answer of the last one.
  private static let sql = """
    import duckdb
    connection = duckdb.connect()
    *before, last = [text for text in sys.argv[2].split(";") if text.strip()]
    for statement in before:
        connection.execute(statement)
    print(connection.sql(last).pl().write_csv(), end="")
    """

  @Test func `DuckDB's days are those of the file load`() throws {
    let store = try SupportStore.ofAllDomains()
    let query = try #require(Self.blocks("sql").first)
    let found = try python(Self.sql, in: exported(store), query)
    #expect(found == CellTable(try store.load(asOf: "2024-05-04")).csv)
  }

  @Test func `Polars' days are those of the file load`() throws {
    let store = try SupportStore.ofAllDomains()
    let query = try #require(Self.blocks("python").first)
    let found = try python(
      "exec(sys.argv[2])\nprint(load.write_csv(), end='')", in: exported(store), query)
    #expect(found == CellTable(try store.load(asOf: "2024-05-04")).csv)
  }

  @Test func `the page shows what the queries answer`() throws {
    let load = CellTable(try SupportStore.ofAllDomains().load(asOf: "2024-05-04")).csv
    #expect(try Self.blocks("csv").first.map { $0 + "\n" } == load)
  }

  @Test func `percentiles are DuckDB's quantile_disc`() throws {
    var random = SeededGenerator(8)
    let store = try SupportStore(SupportReferenceTests.tickets(5_000, &random))
    let query = """
      WITH asked AS (
        SELECT ticket_id, min(event_time) AS first_time FROM 'out/ticket_messages.parquet'
        WHERE sender_type = 'customer' GROUP BY ticket_id),
      answered AS (
        SELECT ticket_id, epoch_us(min(event_time)) - epoch_us(any_value(first_time)) AS wait
        FROM 'out/ticket_messages.parquet' JOIN asked USING (ticket_id)
        WHERE sender_type LIKE '%agent' AND event_time >= first_time GROUP BY ticket_id)
      SELECT channel, count(*), quantile_disc(wait, 0.5), quantile_disc(wait, 0.9),
        quantile_disc(wait, 0.99)
      FROM 'out/tickets.parquet' JOIN answered USING (ticket_id) GROUP BY channel ORDER BY channel
        NULLS FIRST
      """
    let found = try python(Self.sql, in: exported(store), query).split(separator: "\n").dropFirst()
    let rows = try store.report(by: "channel").groups[0].rows.sorted {
      $0.keys[0] ?? "" < $1.keys[0] ?? ""
    }
    let expected = rows.map { row in
      let times = row.firstResponse
      return "\(row.keys[0] ?? ""),\(times.count),"
        + [times.p50Micros, times.p90Micros, times.p99Micros].map { "\($0!)" }.joined(
          separator: ",")
    }
    #expect(found.map(String.init) == expected && expected.count == 4)
  }
}
