import Foundation
import TestSupport
import Testing

/// Questions about money and chances, asked of a store's commands and of DuckDB over its export.
///
/// The SQL is `Tests/Oracle/money.sql`. Both sides become whole numbers, so they must be equal.
struct MoneyQuestions {
  let store: String
  let folder: TemporaryFolder
  let day: String
  let jockey: String

  /// Prints the rows of each question, a line of two hyphens behind them.
  private static let script = """
    import sys, duckdb
    duckdb.sql('set enable_progress_bar = false')
    duckdb.sql("create table runners as select * exclude file_row_number, "
               f"file_row_number as place from read_parquet('{sys.argv[1]}', file_row_number = true)")
    duckdb.sql(f"create table dividends as from read_parquet('{sys.argv[5]}')")
    for statement in open(sys.argv[2]).read().split(';'):
      if statement.strip(): duckdb.sql(statement)
    day, jockey = sys.argv[3], sys.argv[4].replace("'", "''")
    for question in ('each_way', 'place_bets', 'calibration', f"card_of(date '{day}')",
                     f"record_of('{jockey}', date '{day}')", 'place_totes'):
      for row in duckdb.sql(f'from {question}').fetchall():
        print(*['~' if value is None else value for value in row], sep='|')
      print('--')
    """

  /// Compares each answer with DuckDB's.
  ///
  /// - Parameter hasPlaceBets: Whether the exchange's place prices and the tote's place dividends
  ///   are stored.
  /// - Throws: If a command or DuckDB fails.
  func expectSame(hasPlaceBets: Bool) throws {
    let parquet = folder.file("money")
    for table in ["runners", "dividends"] {
      try run("export", "--to", "parquet", "--table", table, "--out", parquet)
    }
    let answer = try Python.run(
      Self.script, parquet + "/runners.parquet",
      RailbirdProcess.packageFolder + "/Tests/Oracle/money.sql", day, jockey,
      parquet + "/dividends.parquet")
    try #require(answer.exitCode == 0, "\(answer.stderr)")
    let expected = answer.stdout.components(separatedBy: "--\n").map {
      $0.split(separator: "\n").map(String.init).sorted()
    }
    try #require(expected.count == 7)
    let found = [
      try eachWay(), try place("place_bsp"), try calibration(), try card(), try record(),
      try place("place_tote"),
    ]
    for (index, rows) in found.enumerated() where ![1, 5].contains(index) || hasPlaceBets {
      let others = Set(rows).symmetricDifference(expected[index]).sorted()
      #expect(
        !rows.isEmpty && rows.sorted() == expected[index], "question \(index): \(others.prefix(4))")
    }
    for index in [1, 5] { #expect(expected[index].isEmpty != hasPlaceBets) }
  }

  // MARK: - Answers

  private func eachWay() throws -> [String] {
    try rows("none", "report", "--by", "none", "--windows", "all", "--bets", "ew").map {
      [Self.text($0, "ew_bets"), Self.text($0, "ew_returned", digits: 4)].joined(separator: "|")
    }
  }

  private func place(_ bets: String) throws -> [String] {
    try rows(
      "course", "report", "--by", "course", "--windows", "all", "--bets", bets, "--order-by",
      "course:asc", "--having", "\(bets)_bets > 0"
    ).map {
      [
        Self.text($0, "course"), Self.text($0, "\(bets)_bets"),
        Self.text($0, "\(bets)_returned", digits: 4),
      ].joined(separator: "|")
    }
  }

  private func calibration() throws -> [String] {
    try rows("bins", "calibration", "--basis", "sp").map { row in
      // `0.025_to_0.050` begins at 25 thousandths.
      let low = Self.text(row, "probability").prefix(5).filter { $0 != "." }
      return
        (["\(Int(low) ?? -1)"] + ["races", "runs", "wins"].map { Self.text(row, $0) }
        + ["actual_wins", "expected_wins", "returned"].map { Self.text(row, $0, digits: 4) })
        .joined(separator: "|")
    }
  }

  private func card() throws -> [String] {
    try rows("card-\(day)", "card", "--date", day, "--by", "jockey", "--windows", "all")
      .filter { $0["jockey"] is String }
      .map { row in
        (["race_id", "number", "horse", "jockey"]
          + ["runs", "wins", "sp_bets"].map { "jockey_all_\($0)" }).map { Self.text(row, $0) }
          .joined(separator: "|") + "|" + Self.text(row, "jockey_all_sp_roi", digits: 6)
      }
  }

  private func record() throws -> [String] {
    let shown = try run("show", "jockey", jockey, "--as-of", day, "--windows", "all", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: Any]
    let career = try #require(object?["career"] as? [String: Any])
    return [
      (["runs", "wins", "sp_bets"].map { Self.text(career, $0) }
        + [Self.text(career, "sp_returned", digits: 4)]).joined(separator: "|")
    ]
  }

  // MARK: - Cells

  /// Text of a cell; a number with `digits` decimals as a whole number of the last one's unit.
  private static func text(_ row: [String: Any], _ name: String, digits: Int = 0) -> String {
    switch row[name] {
    case let number as Double: "\(Int((number * pow(10, Double(digits))).rounded()))"
    case let text as String: text
    default: "~"
    }
  }

  private func rows(_ file: String, _ arguments: String...) throws -> [[String: Any]] {
    let out = folder.file("answer-\(file)")
    try run(arguments + ["--format", "json", "--out", out])
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(out)/\(file).json"))
    return try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
  }

  @discardableResult
  private func run(_ arguments: String...) throws -> String { try run(arguments) }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    let done = try RailbirdProcess.run(arguments + ["--store", store])
    try #require(done.exitCode == 0, "\(done.stderr)")
    return done.stdout
  }
}
