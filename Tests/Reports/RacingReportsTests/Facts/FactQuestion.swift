import Foundation
import TestSupport
import Testing

/// A question to `railbird report`, and the same in SQL over the exported runners and the facts of
/// `Tests/Oracle/facts.sql`.
struct FactQuestion {
  let by: String
  var options: [String] = []
  /// An expression per key.
  let keys: [String]
  var `where` = "true"
  var having = "true"
  /// Whether the interval of the return at SP must lie above 0.
  var isAboveZero = false

  /// Prints for each question its rows in a report's default order, a blank line behind them.
  ///
  /// The interval's end is the oracle's, of DuckDB's sums.
  private static let script = """
    import os, sys, duckdb
    sys.path.insert(0, os.path.dirname(sys.argv[2]))
    import oracle

    def low_end(bets, returned, odds, odds_squared, race_squares):
      skewness = 1 + oracle.SKEWNESS_SLOPE * max(0.0, odds_squared * bets / odds**2 - 1)
      return oracle.Score(
        bets, returned, odds, race_squares, bets, min(oracle.SKEWNESS_LIMIT, skewness), 1.0).interval()[0]

    duckdb.sql('set enable_progress_bar = false')
    duckdb.sql("create table runners as select * exclude file_row_number, "
               f"file_row_number as place from read_parquet('{sys.argv[1]}', file_row_number = true)")
    for statement in open(sys.argv[2]).read().split(';'):
      if statement.strip(): duckdb.sql(statement)
    for question in open(sys.argv[3]).read().split('\\x01'):
      keys, where, having, above = question.split('\\x02')
      names = ', '.join(f'({key})::varchar' for key in keys.split('\\x03'))
      rows = duckdb.sql(f'''
        with starts as (
          select *, case when position = 1 and outcome = 'finished' then 1 else 0 end as win,
            sum(win) over (partition by race_id) as winners
          from runners join facts using (place)
          where outcome not in ('non_runner', 'void', 'unresolved'))
        select names, count(*) as runs, sum(win) as wins, count(sp) as bets,
          coalesce(sum(win * sp / nullif(winners, 0)), 0) as returned,
          sum(sp), sum(floor(round(sp * 100, 4))**2) / 10000, sum(mates)
        from (select [{names}] as names, win, winners, sp,
                case when sp is not null then count(sp) over (partition by race_id, [{names}]) end as mates
              from starts where {where})
        where list_bool_and([name is not null for name in names])
        group by names having {having}''').fetchall()
      if above: rows = [row for row in rows if round(low_end(row[3], *row[4:]), 6) > 0]
      for names, runs, wins, bets, returned, *_ in sorted(
          rows, key=lambda row: (-row[1], [name.encode() for name in row[0]])):
        print(*names, runs, wins, bets, f'{returned:.4f}' if bets else '', sep='|')
      print()
    """

  /// Holds the reports of a store, in their default order, against DuckDB's rows.
  ///
  /// - Parameters:
  ///   - questions: The questions.
  ///   - store: The store.
  ///   - others: Questions to DuckDB alone.
  ///   - sourceLocation: The place of a difference.
  /// - Returns: DuckDB's rows of the other questions.
  /// - Throws: If a command or a script fails.
  @discardableResult
  static func expectSame(
    _ questions: [FactQuestion], store: String, beside others: [FactQuestion] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [[String]] {
    let folder = try TemporaryFolder()
    try run(["export", "--store", store, "--to", "parquet", "--out", folder.file("parquet")])
    let texts = (questions + others).map {
      [
        $0.keys.joined(separator: "\u{3}"), $0.where, $0.having, $0.isAboveZero ? "above" : "",
      ].joined(separator: "\u{2}")
    }
    let answer = try Python.run(
      script, folder.file("parquet/runners.parquet"),
      RailbirdProcess.packageFolder + "/Tests/Oracle/facts.sql",
      try folder.write(texts.joined(separator: "\u{1}"), to: "questions"))
    try #require(answer.exitCode == 0, "\(answer.stderr)")
    let expected = answer.stdout.components(separatedBy: "\n\n").map {
      $0.split(separator: "\n").map(String.init)
    }
    for (index, question) in questions.enumerated() {
      let found = try question.rows(store: store, out: folder.file("out\(index)"))
      let differences = Set(found).symmetricDifference(expected[index]).sorted()
      #expect(
        !found.isEmpty && found == expected[index],
        "\(question.by) \(question.options): \(differences.prefix(4))",
        sourceLocation: sourceLocation)
    }
    return Array(expected[questions.count...].prefix(others.count))
  }

  // MARK: - Implementation

  /// Returns the report's rows: keys, runs, wins, bets and returns at SP.
  private func rows(store: String, out: String) throws -> [String] {
    try Self.run(
      ["report", "--store", store, "--by", by, "--windows", "all"] + options
        + ["--format", "csv", "--out", out])
    let file = try #require(
      FileManager.default.contentsOfDirectory(atPath: out).first { $0.hasSuffix(".csv") })
    let report = try String(contentsOfFile: out + "/" + file, encoding: .utf8)
    let lines = report.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let keyCount = try #require(lines[0].firstIndex(of: "window"))
    let columns =
      Array(0..<keyCount)
      + ["runs", "wins", "sp_bets", "sp_returned"].map { name in
        lines[0].firstIndex { $0 == name }!
      }
    return lines.dropFirst().map { line in
      columns.map { String(line[$0]) }.joined(separator: "|")
    }
  }

  private static func run(_ arguments: [String]) throws {
    let done = try RailbirdProcess.run(arguments)
    #expect(done.exitCode == 0, "\(done.stderr)")
  }
}
