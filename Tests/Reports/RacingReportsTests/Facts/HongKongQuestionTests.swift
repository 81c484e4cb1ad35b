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

  private static let questions = [
    FactQuestion(
      by: "jockey+trainer", options: ["--having", "runs >= 10 and sp_roi_low > 0"],
      keys: ["jockey", "trainer"], having: "runs >= 10", isAboveZero: true),
    FactQuestion(
      by: "jockey+trainer", options: ["--having", "runs >= 200 and win_rate > 0.15"],
      keys: ["jockey", "trainer"], having: "runs >= 200 and wins > 0.15 * runs"),
    FactQuestion(
      by: "draw", options: ["--where", "course = '沙田' and distance_m = 1000"], keys: ["draw"],
      where: "course = '沙田' and distance_m = 1000"),
    FactQuestion(
      by: "going", options: ["--where", "is_favourite"], keys: ["going"], where: "is_favourite"),
    FactQuestion(
      by: "trainer", options: ["--where", "class_change < 0", "--class-order", classes],
      keys: ["trainer"],
      where: """
        list_position(string_split('\(classes)', ','), last_class)
          < list_position(string_split('\(classes)', ','), class)
        """),
    FactQuestion(
      by: "runs_since_break", options: ["--where", "career_runs > 0"], keys: ["runs_since_break"],
      where: "career_runs > 0"),
    FactQuestion(
      by: "month", options: ["--where", "trainer = '蔡約翰'"], keys: ["strftime(date, '%Y-%m')"],
      where: "trainer = '蔡約翰'"),
    FactQuestion(
      by: "trainer", options: ["--where", "career_runs = 0 and date >= 2018-01-01"],
      keys: ["trainer"], where: "career_runs = 0 and date >= '2018-01-01'"),
    FactQuestion(
      by: "band(sp, 2, 4, 8)+market_rank",
      keys: [
        """
        case when sp < 2 then 'under_2' when sp < 4 then '2_to_4' when sp < 8 then '4_to_8'
          when sp >= 8 then '8_up' end
        """, "market_rank",
      ]),
    FactQuestion(
      by: "none", options: ["--where", "jockey_change"], keys: ["'all'"], where: "jockey_change"),
  ]

  @Test(.enabled(if: isReady, "needs RAILBIRD_DATASETS; \(Python.absence)"))
  func `what people ask of Hong Kong is what duckdb answers`() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("store")
    try run(["import", "--format", "hkjc", "--store", store, "--no-archive"] + Self.files)
    let expected = try FactQuestion.expectSame(
      Self.questions, store: store, beside: Self.angleQuestions)
    try expectAngles(expected, store: store, folder)
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
      FactQuestion(by: "", keys: ["'all'"], where: "\(condition) and date < '\(day)'"),
      FactQuestion(by: "", keys: ["horse"], where: "\(condition) and date = '\(day)'"),
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
