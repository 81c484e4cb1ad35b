import Foundation
import TestSupport
import Testing

/// Questions of `docs/questions.md`, asked of Hong Kong's results and of DuckDB.
struct HongKongQuestionTests {
  private static let datasets = RailbirdProcess.datasets
  private static let files = ["results", "dividends"].map {
    "\(datasets)/hkjc-2016-2026/\($0).csv.zst"
  }
  private static let isReady =
    Python.hasPackages && files.allSatisfy(FileManager.default.fileExists)

  private static let classes = "第一班,第二班,第三班,第四班,第五班"

  /// A question: the keys, the other options, and the same in SQL.
  private struct Question {
    let by: String
    var options: [String] = []
    let keys: [String]
    var `where` = "true"
    var having = "true"
    /// Whether the interval of the return at SP must lie above 0.
    var isAboveZero = false
  }

  private static let questions = [
    Question(
      by: "jockey+trainer", options: ["--having", "runs >= 10 and sp_roi_low > 0"],
      keys: ["jockey", "trainer"], having: "runs >= 10", isAboveZero: true),
    Question(
      by: "jockey+trainer", options: ["--having", "runs >= 200 and win_rate > 0.15"],
      keys: ["jockey", "trainer"], having: "runs >= 200 and wins > 0.15 * runs"),
    Question(
      by: "draw", options: ["--where", "course = '沙田' and distance_m = 1000"], keys: ["draw"],
      where: "course = '沙田' and distance_m = 1000"),
    Question(
      by: "going", options: ["--where", "is_favourite"], keys: ["going"], where: "is_favourite"),
    Question(
      by: "trainer", options: ["--where", "class_change < 0", "--class-order", classes],
      keys: ["trainer"],
      where: """
        list_position(string_split('\(classes)', ','), last_class)
          < list_position(string_split('\(classes)', ','), class)
        """),
    Question(
      by: "runs_since_break", options: ["--where", "career_runs > 0"], keys: ["runs_since_break"],
      where: "career_runs > 0"),
    Question(
      by: "month", options: ["--where", "trainer = '蔡約翰'"], keys: ["strftime(date, '%Y-%m')"],
      where: "trainer = '蔡約翰'"),
    Question(
      by: "trainer", options: ["--where", "career_runs = 0 and date >= 2018-01-01"],
      keys: ["trainer"], where: "career_runs = 0 and date >= '2018-01-01'"),
    Question(
      by: "band(sp, 2, 4, 8)+market_rank",
      keys: [
        """
        case when sp < 2 then 'under_2' when sp < 4 then '2_to_4' when sp < 8 then '4_to_8'
          when sp >= 8 then '8_up' end
        """, "market_rank",
      ]),
    Question(
      by: "none", options: ["--where", "jockey_change"], keys: ["'all'"], where: "jockey_change"),
  ]

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

  @Test(.enabled(if: isReady, "needs RAILBIRD_DATASETS; \(Python.absence)"))
  func `what people ask of Hong Kong is what duckdb answers`() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("store")
    try run(["import", "--format", "hkjc", "--store", store, "--no-archive"] + Self.files)
    try run(["export", "--store", store, "--to", "parquet", "--out", folder.file("parquet")])
    let questions = (Self.questions + Self.angleQuestions).map {
      [
        $0.keys.joined(separator: "\u{3}"), $0.where, $0.having, $0.isAboveZero ? "above" : "",
      ].joined(separator: "\u{2}")
    }
    let answer = try Python.run(
      Self.script, folder.file("parquet/runners.parquet"),
      RailbirdProcess.packageFolder + "/Tests/Oracle/facts.sql",
      try folder.write(questions.joined(separator: "\u{1}"), to: "questions"))
    try #require(answer.exitCode == 0, "\(answer.stderr)")
    let expected = answer.stdout.components(separatedBy: "\n\n")
    for (index, question) in Self.questions.enumerated() {
      let out = folder.file("out\(index)")
      try run(
        ["report", "--store", store, "--by", question.by, "--windows", "all"] + question.options
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
      let found = lines.dropFirst().map { line in
        columns.map { String(line[$0]) }.joined(separator: "|")
      }
      let own = expected[index].split(separator: "\n").map(String.init)
      let others = Set(found).symmetricDifference(own).sorted()
      #expect(
        !found.isEmpty && found == own,
        "\(question.by) \(question.options): \(others.prefix(4))")
    }
    try expectAngles(
      expected.dropFirst(Self.questions.count).map {
        $0.split(separator: "\n").map(String.init)
      }, store: store, folder)
    try MoneyQuestions(store: store, folder: folder, day: Self.day, jockey: "潘頓")
      .expectSame(hasPlaceBets: false)
  }

  // MARK: - Angles

  private static let day = "2024-05-01"

  /// Angles with the same condition in SQL.
  private static let angles = [
    ("jockey_change and last_position <= 3", "jockey_change and last_position <= 3"),
    ("market_rank <= 2 and draw = 1", "market_rank <= 2 and draw = 1"),
    ("runs_since_break = 0 and career_runs > 0", "runs_since_break = 0 and career_runs > 0"),
  ]

  /// Each angle's record before the day, and its horses on that day.
  private static let angleQuestions = angles.flatMap { _, condition in
    [
      Question(by: "", keys: ["'all'"], where: "\(condition) and date < '\(day)'"),
      Question(by: "", keys: ["horse"], where: "\(condition) and date = '\(day)'"),
    ]
  }

  /// Holds qualifiers and records of a day against DuckDB's rows, two groups per angle.
  private func expectAngles(
    _ expected: [[String]], store: String, _ folder: TemporaryFolder
  ) throws {
    let names = Self.angles.map(\.0)
    let yaml = names.map { "  - {name: '\($0)', where: '\($0)'}\n" }.joined()
    let file = try folder.write("angles:\n" + yaml, to: "angles.yaml")
    let out = folder.file("qualifiers")
    try run([
      "qualifiers", "--store", store, "--date", Self.day, "--angles", file, "--format", "json",
      "--out", out,
    ])
    func rows(_ name: String) throws -> [[String: Any]] {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(out)/\(name).json"))
      return try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    }
    let (records, runners) = try (rows("angles"), rows("qualifiers"))
    #expect(records.count == names.count && runners.count > names.count)
    for (index, name) in names.enumerated() {
      let figures = expected[2 * index][0].split(separator: "|").dropFirst()
      let found = ["runs", "wins", "sp_bets"].map { "\(records[index][$0] ?? "")" }
      #expect(found == figures.prefix(3).map(String.init), "\(name)")
      let returned = try #require(records[index]["sp_returned"] as? Double)
      #expect(String(format: "%.4f", returned) == figures.last.map(String.init))
      let horses = runners.filter { $0["angle"] as? String == name }.map { "\($0["horse"]!)" }
      let own = expected[2 * index + 1].map { String($0.prefix { $0 != "|" }) }
      #expect(horses.sorted() == own.sorted() && !own.isEmpty, "\(name)")
    }
  }

  private func run(_ arguments: [String]) throws {
    let done = try RailbirdProcess.run(arguments)
    #expect(done.exitCode == 0, "\(done.stderr)")
  }
}
