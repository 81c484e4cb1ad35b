import Columns
import Foundation
import SeasonTotals
import Seasons
import TestSupport
import Testing

struct SeasonRecountTests {
  private static let monday = Day(iso: "2024-08-26")!

  @Test(arguments: 0..<60)
  func `a random club's season is that of a plain recount`(number: Int) throws {
    var random = SeededGenerator(UInt64(number) + 900)
    let club = RandomClub(&random)
    let snapshot = try club.snapshot(parts: Int.random(in: 1...3, using: &random))
    let days = [nil, Int.random(in: 0..<100, using: &random)]
    for day in days {
      let recount = PlainRecount(club, endHour: day.map { ($0 + 1) * 24 } ?? .max)
      for threads in [1, 3] {
        var request = SeasonRequest(
          SeasonYear(.xc, 2024), asOf: day.map { Day(iso: "2024-09-01")! + $0 }, zone: .gmt)
        request.threads = threads
        let report = try SeasonJob(request, from: snapshot).run()
        try expect(report, recount)
      }
    }
  }

  private func expect(_ report: SeasonReport, _ recount: PlainRecount) throws {
    #expect(report.teamTotal == recount.total)
    #expect(report.activeRosterCount == recount.memberCount)
    let reached = recount.reachedHours.map { $0.map(RandomClub.micros) }
    #expect(report.rewards.map(\.achievedAt) == reached)
    let points = Dictionary(uniqueKeysWithValues: report.runners.map { (Int($0.id)!, $0.points) })
    #expect(points.filter { recount.points[$0.key] != nil } == recount.points)
    #expect(points.allSatisfy { recount.points[$0.key] != nil || $0.value == 0 })
    for runner in report.runners {
      let key = Int(runner.id)!
      #expect(runner.activityCount == recount.counts[key] ?? 0)
      #expect((runner.rank != nil) == runner.isMember)
    }
    #expect(report.runners.map(\.points) == report.runners.map(\.points).sorted(by: >))
    let activities = report.activities.map { ($0.activityType!, $0.points) }
    #expect(Dictionary(uniqueKeysWithValues: activities) == recount.byActivity)
    let weeks = report.weeks.map {
      (Int($0.monday.number - Self.monday.number) / 7, $0.points)
    }
    #expect(Dictionary(uniqueKeysWithValues: weeks) == recount.byWeek)
    #expect((report.weeks.last?.cumulativePoints ?? 0) == recount.total)
    #expect(report.weekActivities.reduce(0) { $0 + $1.activity.points } == recount.total)
    #expect(report.differences.isEmpty)
  }
}
