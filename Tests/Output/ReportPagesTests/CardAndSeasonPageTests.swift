import Cards
import Columns
import EntityReports
import Foundation
import Questions
import ReportPages
import ReportWriters
import RunnerKeys
import Seasons
import StoreSupport
import Testing

@testable import SeasonTotals

struct CardAndSeasonPageTests {
  @Test func `a card's figures are the cells of the CSV file`() throws {
    let snapshot = try StoreFixture.season(runners: 3000, seed: 31)
    let report = ReportRequest(dimensions: [try Dimension("jockey")])
    let last = try ReportJob(report, from: snapshot).run().summary.scope.asOf - 1
    var request = try CardRequest(day: last)
    request.scope.windows = [try Window("90d"), .all]
    request.scope.filter = try Filter("sp < 30")
    let card = try CardJob(request, from: snapshot).run()
    let columns = try CardColumns(figures: ["wins", "runs", "win_rate", "sp_roi"])
    let page = CardPage.text(card, hasResults: false, clock: CardText.clock(of: card)) {
      CardText.offTime(of: $0)
    }
    #expect(page.contains("<p dir=\"auto\">Figures of starts where sp &lt; 30.</p>"))
    #expect(page.contains("<p dir=\"auto\">Off times by the country&#39;s clock.</p>"))
    #expect(CardText.text(card).contains(" · where sp < 30 · off times by the country's clock\n"))
    let rows = page.matches(of: /(?s)<tr[^>]*><td>.*?<\/tr>/).map { row in
      row.output.matches(of: /<t[dh][^>]*>([^<]*)<\/t[dh]>/).map { String($0.1) }
    }
    let csv = CSVCardWriter.text(card, columns).split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(rows.count == csv.count && rows.count > 5)
    let header = CSVCardWriter.text(card, columns).split(separator: "\n")[0].split(separator: ",")
    let first = try #require(header.firstIndex(of: "jockey_90d_wins"))
    for (shown, row) in zip(rows, csv) {
      let figures = stride(from: first, to: row.count, by: 4).flatMap { at -> [String] in
        let won = row[at + 1].isEmpty ? "–" : "\(row[at])/\(row[at + 1])"
        return [won] + row[(at + 2)...(at + 3)].map { $0.isEmpty ? "–" : $0 }
      }
      #expect(Array(shown.dropFirst(9)) == figures)
    }
  }

  @Test func `a card and a season show names as text`() throws {
    let name = "</td><script>alert('1')</script>"
    let csv = """
      race_id,date,number,position,jockey,horse,course,going
      1,2026-01-01,1,1,"\(name)","\(name)","\(name)","\(name)"
      """
    let day = try #require(Day(iso: "2026-01-01"))
    let request = try CardRequest(day: day)
    let card = try CardJob(request, from: StoreFixture.snapshot(csv: csv)).run()
    let page = CardPage.text(card, hasResults: true, clock: nil) { _ in name }
    #expect(!page.contains("<script") && !page.contains("</td><s"))
    #expect(page.contains("&lt;/td&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"))
    #expect(!page.contains("Figures of starts where"))
    let season = SeasonPage.text(Self.season(name: name), asOf: nil, zone: "Asia/Tokyo") { "\($0)" }
    #expect(!season.contains("<script"))
    #expect(season.components(separatedBy: "&lt;/td&gt;").count > 3)
  }

  @Test func `a season's numbers are those of the CSV files`() throws {
    let report = Self.season(name: "Ann")
    let page = SeasonPage.text(
      report, asOf: Day(iso: "2024-10-01"), zone: "Asia/Tokyo", moment: { "\($0)" })
    #expect(page.contains("<p>Moments are by the clock of Asia/Tokyo.</p>"))
    #expect(page.contains("350 points of 2 members up to 2024-10-01"))
    #expect(page.contains("350 points; 1 of 2 rewards reached"))
    let weeks = SeasonFile.weeks.table(report).csv.split(separator: "\n").dropFirst()
    #expect(weeks.count == 2)
    for week in weeks {
      let cells = week.split(separator: ",").dropFirst(2)
      let row =
        "<th scope=\"row\" dir=\"auto\">\(cells.first!)</th>"
        + cells.dropFirst().map { "<td>\($0)</td>" }.joined()
      #expect(page.contains(row), "\(row)")
    }
  }

  @Test func `figures that the service reports otherwise stand beside the ledger's`() {
    var report = Self.season(name: "Ann")
    #expect(!SeasonPage.text(report, asOf: nil, zone: "UTC") { "\($0)" }.contains("otherwise"))
    report.differences = [
      SeasonDifference(
        figure: .isAchieved, subject: "1", ledger: .flag(true), reported: .flag(false),
        reportedAt: 7),
      SeasonDifference(
        figure: .teamTotal, subject: nil, ledger: .number(350), reported: .number(340),
        reportedAt: 8),
    ]
    let page = SeasonPage.text(report, asOf: nil, zone: "UTC") { "at \($0)" }
    #expect(page.contains("<h2>Reported otherwise by the service</h2>"))
    #expect(page.contains(">is_achieved of reward 1</th><td>true</td><td>false</td><td>at 7</td>"))
    #expect(page.contains(">team_total_points</th><td>350</td><td>340</td><td>at 8</td>"))
  }

  @Test func `totals below 0 are told of beside the pictures`() {
    var report = Self.season(name: "Ann")
    #expect(!SeasonPage.text(report, asOf: nil, zone: "UTC") { "\($0)" }.contains("begin at 0"))
    report.teamTotal = -10
    #expect(SeasonPage.text(report, asOf: nil, zone: "UTC") { "\($0)" }.contains("begin at 0"))
  }

  @Test func `the line of a season is level over weeks without points`() {
    let page = SeasonPage.text(Self.season(name: "Ann"), asOf: nil, zone: "Asia/Tokyo") { "\($0)" }
    // Two weeks with points around one without, each of them 184 wide.
    let line = page.firstMatch(of: /class="curve" d="([^"]*)"/)?.1
    let points = (line ?? "").split(separator: "L").map { $0.split(separator: " ") }
    #expect(points.map { $0[0] } == ["M48", "48.0", "232.0", "416.0", "600.0"])
    #expect(points[0][1] == points[1][1] && points[2][1] == points[3][1])
    #expect(page.contains(">2024-09-02</text>") && page.contains(">2024-09-22</text>"))
  }

  @Test func `a season without weeks, rewards and runners is a page all the same`() {
    var report = Self.season(name: "Ann")
    (report.weeks, report.rewards, report.runners, report.teamTotal) = ([], [], [], 0)
    let page = SeasonPage.text(report, asOf: nil, zone: "Asia/Tokyo") { "\($0)" }
    #expect(page.contains("No rewards.") && page.contains("No week has points."))
    #expect(!page.contains("nan") && !page.contains("inf"))
  }

  @Test func `a season of the service's own figures says so, and which rule is off`() {
    var report = Self.season(name: "Ann")
    let own = SeasonPage.text(report, asOf: nil, zone: "Asia/Tokyo") { "at \($0)" }
    #expect(!own.contains("service's own") && !own.contains("is off"))
    report.origin.reportedAt = 7
    report.origin.lacksClasses = true
    let page = SeasonPage.text(report, asOf: nil, zone: "Asia/Tokyo") { "at \($0)" }
    #expect(page.contains("own, reported at at 7: the store has neither"))
    #expect(page.contains("<p>The rule of graduation classes is off: the store names none.</p>"))
  }

  // MARK: - Implementation

  private static func season(name: String) -> SeasonReport {
    let mondays = [Day(iso: "2024-09-02")!, Day(iso: "2024-09-16")!]
    return SeasonReport(
      season: SeasonYear(.xc, 2024), teamTotal: 350, activeRosterCount: 2,
      rewards: [
        SeasonReward(
          id: 1, description: name, pointThreshold: 200, displayOrder: 1, achievedAt: 5,
          progressPercentage: 100),
        SeasonReward(
          id: 2, description: nil, pointThreshold: 500, displayOrder: 2, achievedAt: nil,
          progressPercentage: 70),
      ],
      runners: [
        SeasonRunner(
          id: "r1", name: name, team: "UA", isActive: true, graduationClass: nil, isMember: true,
          rank: 1, points: 350, activityCount: 3)
      ], activities: [],
      weeks: [
        WeekPoints(monday: mondays[0], points: 150, activityCount: 1, cumulativePoints: 150),
        WeekPoints(monday: mondays[1], points: 200, activityCount: 2, cumulativePoints: 350),
      ], weekActivities: [], differences: [])
  }
}
