import Cards
import ColumnStore
import Columns
import EntityReports
import Foundation
import Questions
import Racing
import ReportPages
import ReportWriters
import RunnerKeys
import StoreSupport
import TestSupport
import Testing

struct ReportPageTests {
  @Test(arguments: [
    ("jockey", false), ("trainer", true), ("jockey+course", false), ("distance_band", true),
  ])
  func `every number of a page is the cell of the CSV file`(by: String, isAll: Bool) throws {
    let snapshot = try StoreFixture.season(runners: 6000, seed: 11)
    var figures = FigureChoice(bets: isAll ? BetGroup.fixed : BetGroup.standard)
    figures.luck = .bh
    figures.isShrunk = isAll
    let answer = try Self.answer(snapshot, by: by, ["14d", "90d", "all"], figures)
    let page = try PageReader(Self.page(answer, snapshot))
    let expected = CSVReportWriter.text(answer.report).split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(expected.count > 5)
    #expect(try page.rows() == expected)
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "<!--<script>", "\"quoted\" & 'single'",
    "مدرب الخيل", "line\u{2028}and\u{2029}ends", String(repeating: "long name ", count: 24) + "x",
    "tab\tand\u{1}", "\\u003c \\", "O'Neill",
  ])
  func `a name stays text, whatever it holds`(name: String) throws {
    let field = "\"" + name.replacing("\"", with: "\"\"") + "\""
    let csv = """
      race_id,date,number,jockey,position,sp,going
      1,2026-01-01,1,\(field),1,3,\(field)
      """
    let snapshot = try StoreFixture.snapshot(csv: csv)
    let answer = try Self.answer(snapshot, by: "jockey", ["all"], .standard)
    let stored = answer.report.rows[0].keys[0]
    let text = try Self.page(answer, snapshot, command: name, source: name)
    // One block of data and one script.
    #expect(text.components(separatedBy: "<script").count == 3)
    #expect(text.components(separatedBy: "</script").count == 3)
    #expect(!text.contains("<!--") && !text.contains("\u{2028}") && !text.contains("\u{2029}"))
    let page = try PageReader(text)
    #expect(try page.rows()[0][0] == stored)
    let starts = try #require(page.data["starts"] as? [String: Any])
    #expect((starts["names"] as? [String])?.contains(stored) == true)
    let facts = try #require(page.data["facts"] as? [String: Any])
    #expect(facts["command"] as? String == name)
    #expect(try page.quality("Sources").rows.map { $0[0] } == [name])
  }

  @Test(arguments: LongForm.cases(["horse", "jockey+trainer"], short: 1))
  func `a page of ten thousand rows takes a megabyte at the most`(by: String) throws {
    let snapshot = try StoreFixture.season(runners: 50_000, seed: 3)
    var figures = FigureChoice.standard
    figures.luck = .bh
    let answer = try Self.answer(
      snapshot, by: by, ["90d", "180d", "365d", "500d", "all"], figures, top: 2000)
    let rows = answer.report.rows.count
    #expect(rows >= 9000 && rows <= 10_000)
    let bytes = try Self.page(answer, snapshot).utf8.count
    #expect(bytes <= 1_000_000, "\(rows) rows of \(by): \(bytes) bytes")
  }

  @Test func `keys that are no words have their natural order`() throws {
    let csv = """
      race_id,date,number,draw,jockey,position,sp
      1,2026-01-02,1,10,Ann,1,3
      1,2026-01-02,2,9,Bob,2,2
      2,2026-01-03,1,2,Ann,1,3
      """
    let snapshot = try StoreFixture.snapshot(csv: csv)
    let answer = try Self.answer(snapshot, by: "draw+jockey+weekday", ["all"], .standard)
    let rows = try #require(PageReader(Self.page(answer, snapshot)).data["rows"] as? [String: Any])
    let orders = try #require(rows["order"] as? [Any])
    #expect(orders[0] as? [String] == ["2", "9", "10"])
    #expect(orders[1] is NSNull)
    #expect(orders[2] as? [String] == ["Friday", "Saturday"])
  }

  @Test func `the row of all runners is no jockey of that name`() throws {
    let csv = """
      race_id,date,number,jockey,position,sp
      1,2026-01-01,1,all,1,3
      1,2026-01-01,2,Ann,2,2
      """
    let snapshot = try StoreFixture.snapshot(csv: csv)
    let answer = try Self.answer(snapshot, by: "jockey", ["30d", "all"], .standard, totals: true)
    let page = try PageReader(Self.page(answer, snapshot))
    #expect(try page.rows().map { $0[0] } == ["Ann", "all", "all", "Ann", "all", "all"])
    let entities = try page.columns("rows")[0].values
    #expect(Set(entities).count == 3 && entities[1] != entities[2] && entities[1] == entities[4])
    // The jockey has starts, all runners have none.
    let starts = try #require(page.data["starts"] as? [String: Any])
    #expect(starts["entity"] as? [Int?] == [entities[0], entities[1]])
  }

  @Test func `a window without a row can be chosen`() throws {
    let csv = """
      race_id,date,number,jockey,position,sp
      1,2025-01-01,1,Ann,1,3
      2,2026-01-01,1,,1,3
      """
    let snapshot = try StoreFixture.snapshot(csv: csv)
    let answer = try Self.answer(snapshot, by: "jockey", ["30d", "all"], .standard)
    let page = try PageReader(Self.page(answer, snapshot))
    let rows = try #require(page.data["rows"] as? [String: Any])
    let windows = try #require(rows["windows"] as? [[String: Any]])
    #expect(windows.map { $0["name"] as? String } == ["30d", "all"])
    #expect(windows.map { $0["rows"] as? Int } == [0, 1])
    #expect(windows[0]["from"] as? String == "2025-12-03")
    let facts = try #require(page.data["facts"] as? [String: Any])
    let told = try #require(facts["told"] as? [[String]])
    #expect(
      told.contains([
        "Windows", "30d (2025-12-03 to 2026-01-01, no rows), all (2025-01-01 to 2026-01-01)",
      ]))
  }

  @Test func `a report without a row makes a page without one`() throws {
    let csv = "race_id,date,number,jockey,position,sp\n1,2026-01-01,1,Ann,1,3\n"
    let snapshot = try StoreFixture.snapshot(csv: csv)
    let answer = try Self.answer(snapshot, by: "trainer", ["all"], .standard)
    let page = try PageReader(Self.page(answer, snapshot))
    #expect(try page.rows().isEmpty)
    #expect(try page.columns("starts").allSatisfy { $0.values.isEmpty })
  }

  @Test(.longForm) func `a large report shows the first rows of each window and says so`() throws {
    let snapshot = try StoreFixture.season(runners: 25_000, seed: 5)
    let answer = try Self.answer(snapshot, by: "jockey+trainer+horse", ["500d", "all"], .standard)
    let rows = answer.report.rows.count
    try #require(rows > ReportPage.rowLimit)
    let page = try PageReader(Self.page(answer, snapshot))
    let layout = try #require(page.data["rows"] as? [String: Any])
    let windows = try #require(layout["windows"] as? [[String: Any]])
    #expect(layout["all"] as? Int == rows)
    #expect(windows.compactMap { $0["all"] as? Int }.reduce(0, +) == rows)
    let shown = windows.compactMap { $0["rows"] as? Int }
    #expect(shown.reduce(0, +) <= ReportPage.rowLimit && shown.contains(ReportPage.rowLimit / 2))
    let first = try page.rows()[shown[0]]
    let own = answer.report.rows.first { $0.window == .all }!
    #expect(Array(first.prefix(4)) == own.keys + ["all"])
  }

  @Test func `a page has all reports of a run, which share its rows`() throws {
    let snapshot = try StoreFixture.season(runners: 25_000, seed: 5)
    let parts = try ["jockey", "jockey+trainer+horse"].map { by in
      let answer = try Self.answer(snapshot, by: by, ["500d", "all"], .standard)
      let history = try HistoryJob([answer], startLimit: 100, from: snapshot).run()[0]
      return ReportPage.Part(name: by, answer: answer, history: history)
    }
    let facts = RunFacts(command: "", version: "0", sources: [])
    let text = ReportPage.text(parts, facts)
    #expect(ReportPage.text(parts, facts, threads: 3) == text)
    let first = try PageReader(text)
    #expect(first.names == ["jockey", "jockey+trainer+horse"])
    let small = parts[0].answer.report
    let expected = CSVReportWriter.text(small).split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(try first.rows() == expected)
    let rows = try PageReader(text, report: 1).rows().count
    #expect(rows + small.rows.count == ReportPage.rowLimit)
  }

  @Test func `a served page is the written one under a form, and runs only its own parts`() throws {
    let csv = "race_id,date,number,jockey,position,sp\n1,2026-01-01,1,Ann,1,3\n"
    let snapshot = try StoreFixture.snapshot(csv: csv)
    let answer = try Self.answer(snapshot, by: "jockey", ["all"], .standard)
    let live = LiveFrame(
      nonce: "abc", snapshot: 7, words: ["by": ["</script>"]], fields: [("sp", "number")],
      wrong: ["where": "found <"])
    let served = try Self.page(answer, snapshot, live: live)
    let written = try Self.page(answer, snapshot)
    let body = try #require(written.firstRange(of: "<body>\n")).upperBound
    #expect(
      served.replacing(" nonce=\"abc\"", with: "").hasSuffix(String(written[body...])))
    #expect(served.components(separatedBy: "<script nonce=\"abc\">").count == 3)
    #expect(served.components(separatedBy: "</script").count == 5)
    #expect(served.components(separatedBy: "<style nonce=\"abc\">").count == 2)
    #expect(served.contains("\"words\":{\"by\":[\"\\u003c/script\\u003e\"]}"))
    // No attribute runs or styles anything: the policy would refuse it.
    #expect(!served.contains(/<[^>]* (on[a-z]+|style)=/))
    #expect(!live.policy.contains("unsafe") && live.policy.contains("script-src 'nonce-abc'"))
    #expect(written.contains("Content-Security-Policy") && !served.contains("http-equiv"))
  }

  @Test(arguments: [["price_early"], ["ew", "price_early", "sp"]])
  func `a price by name is a basis of the page`(bets: [String]) throws {
    let csv = "race_id,date,number,jockey,position,sp,price_early\n1,2026-01-01,1,Ann,1,3,4\n"
    let snapshot = try StoreFixture.snapshot(csv: csv)
    var figures = FigureChoice.standard
    try figures.setBets(bets)
    let page = try PageReader(
      Self.page(Self.answer(snapshot, by: "jockey", ["all"], figures), snapshot))
    let facts = try #require(page.data["facts"] as? [String: Any])
    let bases = try #require(facts["bases"] as? [String])
    #expect(bases == ["sp", "ew", "price_early"].filter(bets.contains))
    let told = try #require(facts["told"] as? [[String]])
    #expect(
      told.contains(["Price bases", bases.joined(separator: ", ") + "; never mixed in one figure"]))
    // The script finds a basis's columns by its name.
    let columns = try page.columns("rows")
    for basis in bases {
      for ending in ["bets", "returned", "profit", "roi", "roi_low", "roi_high"] {
        #expect(columns.contains { $0.name == "\(basis)_\(ending)" })
      }
    }
    #expect(columns.first { $0.name == "price_early_returned" }?.text(0) == "4.0000")
  }

  /// Won at 3 and lost at 5 in one race: 1 up, of which the exchange takes a twentieth.
  @Test(arguments: [("morning_wap", "0.950000", 2_950_000), ("price_early", nil, 3_000_000)])
  func `a page has the bets at the market's price`(
    market: String, kept: String?, returned: Int
  ) throws {
    let csv =
      "race_id,date,number,trainer,position,\(market)\n1,2026-01-01,1,Tod,1,3\n"
      + "1,2026-01-01,2,Tod,2,5\n"
    let snapshot = try StoreFixture.snapshot(csv: csv)
    let text = try Self.page(
      Self.answer(snapshot, by: "trainer", ["all"], .standard), snapshot)
    let page = try PageReader(text)
    let facts = try #require(page.data["facts"] as? [String: Any])
    #expect(facts["market"] as? String == market)
    #expect(facts["kept"] as? Double == kept.flatMap { Double($0) })
    let columns = try page.columns("starts")
    #expect(columns[13].name == "sp" && columns[14].name == "chance" && columns[15].name == market)
    #expect(columns[15].values == [3_000_000, 5_000_000])
    let own = try #require(columns.first { $0.name == "\(market)_returned" })
    #expect(own.values.compactMap { $0 }.reduce(0, +) == returned)
  }

  @Test func `the header has the command`() throws {
    let header = try #require(
      try Self.smallPage().firstMatch(of: /<header>[\s\S]*<\/header>/)
    ).output
    #expect(header.contains("id=\"command\"") && header.contains("id=\"copy\""))
  }

  @Test func `paper is light, and dark colours are the screen's alone`() throws {
    let text = try Self.smallPage()
    #expect(text.matches(of: /@media [^{]*prefers-color-scheme/).count == 1)
    #expect(text.contains("@media screen and (prefers-color-scheme:dark)"))
    #expect(text.contains(/@media print\{:root\{color-scheme:light;/))
  }

  @Test func `a command is quoted for a shell`() {
    #expect(
      RunFacts.command(["railbird", "report", "--where", "sp < 10", "it's", "", "a=b", "$x"])
        == "railbird report --where 'sp < 10' 'it'\\''s' '' a=b '$x'")
  }

  // MARK: - Implementation

  private static func answer(
    _ snapshot: Snapshot, by: String, _ windows: [String], _ figures: FigureChoice,
    top: Int? = nil, totals: Bool = false
  ) throws -> ReportAnswer {
    var request = ReportRequest(
      dimensions: [try Dimension(by)], windows: try Window.list(windows))
    request.figures = figures
    request.top = top
    request.hasTotals = totals
    return try ReportJob(request, from: snapshot).run().answers[0]
  }

  private static func smallPage() throws -> String {
    let csv = "race_id,date,number,jockey,position,sp\n1,2026-01-01,1,Ann,1,3\n"
    let snapshot = try StoreFixture.snapshot(csv: csv)
    return try page(answer(snapshot, by: "jockey", ["all"], .standard), snapshot)
  }

  private static func page(
    _ answer: ReportAnswer, _ snapshot: Snapshot, command: String = "railbird report",
    source: String = "runners.csv", live: LiveFrame? = nil
  ) throws -> String {
    let limit = ReportPage.startLimit(rows: answer.report.rows.count, reports: 1)
    let history = try HistoryJob([answer], startLimit: limit, from: snapshot).run()[0]
    let own = SourceCounts(
      name: source, rowsRead: 1, stored: 1, duplicates: 0, rejected: 0, reasons: [:])
    return ReportPage.text(
      [ReportPage.Part(name: "report", answer: answer, history: history)],
      RunFacts(command: command, version: "0", sources: [own]), live: live)
  }
}
