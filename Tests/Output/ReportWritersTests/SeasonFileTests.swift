import Columns
import Foundation
import ReportWriters
@testable import SeasonTotals
import Seasons
import Testing

struct SeasonFileTests {
  private static var report: SeasonReport {
    let run = ActivityPoints(activityType: "=RUN()", points: 12_500, activityCount: 900)
    return SeasonReport(
      season: SeasonYear(.xc, 2024), teamTotal: 12_500, activeRosterCount: 45,
      rewards: [
        SeasonReward(
          id: 1, description: "Pizza, \"large\"", pointThreshold: 5000, displayOrder: 1,
          achievedAt: 1_728_988_200_000_000, progressPercentage: 100),
        SeasonReward(
          id: 2, description: nil, pointThreshold: 37_500, displayOrder: nil, achievedAt: nil,
          progressPercentage: 100.0 / 3),
      ],
      runners: [
        SeasonRunner(
          id: "7", name: "@Ann", team: "UA", isActive: true, graduationClass: 2026, isMember: true,
          rank: 1, points: 12_500, activityCount: 900),
        SeasonRunner(
          id: "9", name: nil, team: nil, isActive: nil, graduationClass: nil, isMember: false,
          rank: nil, points: -3, activityCount: 1),
      ],
      activities: [run],
      weeks: [
        WeekPoints(
          monday: Day(iso: "2024-10-07")!, points: 12_500, activityCount: 900,
          cumulativePoints: 12_500)
      ],
      weekActivities: [WeekActivity(monday: Day(iso: "2024-10-07")!, activity: run)],
      differences: [
        SeasonDifference(
          figure: .teamTotal, subject: nil, ledger: .number(12_500), reported: .number(12_510),
          reportedAt: 1_730_470_800_000_000),
        SeasonDifference(
          figure: .runnerPoints, subject: "7", ledger: .number(0), reported: .number(5),
          reportedAt: 1_730_470_800_000_000),
      ])
  }

  @Test(arguments: [
    (
      SeasonFile.season,
      """
      season,year,team_total_points,active_roster_count,reward_id,description,point_threshold,\
      display_order,is_achieved,achieved_date,progress_percentage
      xc,2024,12500,45,1,"Pizza, ""large""\",5000,1,true,2024-10-15T10:30:00Z,100
      xc,2024,12500,45,2,,37500,,false,,33.333333
      """
    ),
    (
      .runners,
      """
      season,year,rank,runner_id,runner,team,is_active,graduation_class,is_member,points,activities
      xc,2024,1,7,'@Ann,UA,true,2026,true,12500,900
      xc,2024,,9,,,,,false,-3,1
      """
    ),
    (.activities, "season,year,activity_type,points,activities\nxc,2024,'=RUN(),12500,900"),
    (
      .weeks,
      "season,year,week,points,activities,cumulative_points\nxc,2024,2024-10-07,12500,900,12500"
    ),
    (
      .weekActivities,
      "season,year,week,activity_type,points,activities\nxc,2024,2024-10-07,'=RUN(),12500,900"
    ),
    (
      .differences,
      """
      season,year,figure,reward_id,runner_id,ledger,reported,reported_at
      xc,2024,team_total_points,,,12500,12510,2024-11-01T14:20:00Z
      xc,2024,points,,7,0,5,2024-11-01T14:20:00Z
      """
    ),
  ])
  func `each file has the columns of the documentation`(file: SeasonFile, csv: String) throws {
    #expect(file.table(Self.report).csv == csv + "\n")
    let json = try JSONSerialization.jsonObject(with: Data(file.table(Self.report).json.utf8))
    let rows = try #require(json as? [[String: Any]])
    let lines = csv.split(separator: "\n")
    #expect(rows.count == lines.count - 1)
    #expect(Set(rows[0].keys) == Set(lines[0].split(separator: ",").map(String.init)))
  }

  @Test func `a season without rewards is one row`() {
    var report = Self.report
    report.rewards = []
    #expect(SeasonFile.season.table(report).csv.hasSuffix("\nxc,2024,12500,45,,,,,,,\n"))
    report.differences = []
    #expect(SeasonFile.differences.table(report).json == "[\n]\n")
  }

  @Test func `a terminal shows totals, rewards, leaders and differences`() {
    let text = SeasonText.text(
      Self.report, asOf: Day(iso: "2024-11-18"),
      zone: TimeZone(identifier: "America/New_York") ?? .gmt)
    #expect(
      text == """
        xc 2024 · 12,500 points · 45 members · up to 2024-11-18

           reward          points          %  achieved
        1  Pizza, "large"   5,000        100  2024-10-15 06:30
        –  reward 2        37,500  33.333333  –

           runner  points  activities
        1  @Ann    12,500         900

        reported otherwise by the service:
          team_total_points: ledger 12500, reported 12510 at 2024-11-01T14:20:00Z
          points of runner 7: ledger 0, reported 5 at 2024-11-01T14:20:00Z

        """)
  }
}
