import ColumnStore
import Columns
import Foundation
import SeasonTotals
import Seasons
import TestSupport
import Testing
import StoreTables

struct SeasonJobTests {
  private let store: ClubStore
  private let xc = SeasonYear(.xc, 2024)

  init() throws { store = try ClubStore() }

  private func run(asOf: String? = nil, zone: String = "America/New_York") throws -> SeasonReport {
    let request = SeasonRequest(
      xc, asOf: asOf.flatMap { Day(iso: $0) }, zone: TimeZone(identifier: zone)!)
    return try SeasonJob(request, from: store.snapshot).run()
  }

  /// The numbers of the guide: 12,500 points of 45 athletes.
  @Test func `the guide's example comes out as it says`() throws {
    let members = (1...45).map { "\($0),UA,true,2026,2024-06-02" }
    let others = (46...75).map { "\($0),NU,true,2026,2024-06-02" }
    let header = "runner_id,team,active,graduation_class,reported_at"
    try store.add(([header] + members + others).joined(separator: "\n"))
    let rows = [
      "1,2024-09-01T10:00:00Z,RUN,4999", "2,2024-10-15T10:30:00Z,RUN,1",
      "46,2024-10-16T10:30:00Z,RUN,9000", "3,2024-11-01T14:20:00Z,RUN,5000",
      "4,2024-11-02T14:20:00Z,RUN,2500",
    ]
    try store.add((["runner_id,date,activity_type,points"] + rows).joined(separator: "\n"))
    try store.add(
      "reward_id,season,year,description,point_threshold,display_order",
      "3,xc,2024,Team Trip,20000,3", "1,xc,2024,Pizza,5000,1", "2,xc,2024,Hoodies,10000,2")
    let report = try run()
    #expect(report.teamTotal == 12_500 && report.activeRosterCount == 45)
    #expect(report.rewards.map(\.id) == [1, 2, 3])
    #expect(report.rewards.map(\.progressPercentage) == [100, 100, 62.5])
    #expect(report.rewards.map(\.isAchieved) == [true, true, false])
    #expect(
      report.rewards.map(\.achievedAt) == [1_728_988_200_000_000, 1_730_470_800_000_000, nil])
    #expect(report.runners.first?.id == "46" && report.runners.first?.rank == nil)
    #expect(report.runners.count == 75 - 29)
  }

  @Test func `what was reached stays reached when points or members go`() throws {
    try store.add(
      "runner_id,team,active,reported_at", "1,UA,true,2024-09-01", "2,UA,true,2024-09-01",
      "1,UA,false,2024-10-10")
    try store.add(
      "runner_id,date,activity_type,points", "1,2024-10-01,RUN,60", "2,2024-10-02,RUN,50",
      "2,2024-10-12,RUN,-20")
    try store.add("reward_id,season,year,point_threshold", "1,xc,2024,100", "2,xc,2024,120")
    let report = try run()
    #expect(report.teamTotal == 30 && report.activeRosterCount == 1)
    #expect(report.rewards.map(\.isAchieved) == [true, false])
    #expect(report.rewards.map(\.progressPercentage) == [30, 25])
    let before = try run(asOf: "2024-10-09")
    #expect(before.teamTotal == 110 && before.activeRosterCount == 2)
    #expect(try run(asOf: "2024-10-01").rewards.map(\.isAchieved) == [false, false])
  }

  @Test func `points count for their season and year alone, and without one for none`() throws {
    try store.add(
      "runner_id,team,active,reported_at", "1,UA,true,2024-09-01", "2,NU,true,2024-09-01")
    try store.add(
      "runner_id,date,activity_type,points,season,year", "1,2024-10-01,RUN,60,xc,2024",
      "1,2024-10-02,RUN,50,,", "1,2024-10-03,RUN,40,xc,2023", "1,2024-10-04,RUN,30,track,2024",
      "2,2024-10-05,RUN,20,xc,2024")
    let report = try run()
    #expect(report.teamTotal == 60 && report.activeRosterCount == 1)
    #expect(report.runners.map(\.points) == [60, 20])
    #expect(report.runners.map(\.rank) == [1, nil])
  }

  @Test(arguments: [
    ("America/New_York", "2024-10-01", 5), ("Europe/London", "2024-10-01", 0),
    ("Europe/London", "2024-10-02", 5),
  ])
  func `an as-of day ends in the club's zone`(zone: String, asOf: String, total: Int64) throws {
    try store.add("runner_id,team,active,reported_at", "1,UA,true,2024-09-01")
    try store.add("runner_id,date,activity_type,points", "1,2024-10-02T03:59:59Z,RUN,5")
    #expect(try run(asOf: asOf, zone: zone).teamTotal == total)
  }

  @Test func `the service's other figures are named, equal ones are not`() throws {
    try store.add(
      "runner_id,team,active,reported_at", "1,UA,true,2024-09-01", "2,UA,true,2024-09-01")
    try store.add(
      "runner_id,date,activity_type,points", "1,2024-10-01T12:00:00Z,RUN,60",
      "2,2024-10-02T12:00:00Z,RUN,50")
    let at: Int64 = 1_728_000_000_000_000
    func reward(_ id: Int, _ threshold: Int, _ isAchieved: Bool, _ date: String) -> String {
      #"{"id":\#(id),"season":"xc","year":"2024","pointThreshold":\#(threshold),"#
        + #""displayOrder":\#(id),"achieved":\#(isAchieved),"achievedDate":\#(date)}"#
    }
    let rewards = [
      reward(1, 50, true, #""2024-10-01T12:00:00.412+0000""#), reward(2, 100, false, "null"),
      reward(3, 110, true, #""2024-10-05T12:00:00Z""#), reward(4, 500, true, "null"),
    ]
    try store.answer("rewards", at: at, "[\(rewards.joined(separator: ","))]")
    let progress = #"{"season":"xc","year":2024,"teamTotalPoints":115,"activeRosterCount":2}"#
    try store.answer("progress", at: at, progress, more: #","rewards_total":4"#)
    let points = [(1, 65), (2, 50), (3, 7)].map {
      #"{"runnerId":\#($0),"season":"xc","year":"2024","pointsEarned":\#($1)}"#
    }
    _ = try? store.answer("roster", at: at, #"[{"id":3,"graduatingClass":"2026","team":"NU"}]"#)
    try store.answer("runner_points", at: at, "[\(points.joined(separator: ","))]")
    let found = try run().differences.map { difference in
      "\(difference.figure.rawValue) \(difference.subject ?? "-") \(difference.ledger) "
        + "\(difference.reported)"
    }
    #expect(
      found == [
        "team_total_points - number(110) number(115)", "is_achieved 2 flag(true) flag(false)",
        "achieved_date 3 instant(1727870400000000) instant(1728129600000000)",
        "is_achieved 4 flag(false) flag(true)", "points 1 number(60) number(65)",
        "points 3 number(0) number(7)",
      ])
    // Nothing had been reported by then.
    #expect(try run(asOf: "2024-10-02").differences.isEmpty)
  }

  @Test func `a later word that there are no rewards counts`() throws {
    try store.add("reward_id,season,year,point_threshold,reported_at", "1,xc,2024,100,2024-09-01")
    let progress = #"{"season":"xc","year":2024,"teamTotalPoints":0,"activeRosterCount":0}"#
    try store.answer(
      "progress", at: 1_728_000_000_000_000, progress, more: #","rewards_total":0"#)
    #expect(try run().rewards.isEmpty)
    #expect(try run(asOf: "2024-09-20").rewards.count == 1)
    // Before the first list that list holds.
    #expect(try run(asOf: "2024-08-01").rewards.count == 1)
  }

  @Test func `an unknown season is refused with those that are there`() throws {
    try store.add(
      "runner_id,date,activity_type,points", "1,2023-10-01,RUN,60", "2,2024-11-18,RUN,50")
    #expect {
      _ = try run()
    } throws: { error in
      "\(error)".hasSuffix(
        "store: found nothing of xc 2024; expected one of xc 2023, track 2024")
    }
    #expect(try StoredSeasons.last(in: store.snapshot) == SeasonYear(.track, 2024))
    let empty = try ClubStore()
    try empty.add("runner_id,team", "1,UA")
    #expect(throws: SeasonError.noTransactions(store: empty.folder.file("store"))) {
      _ = try StoredSeasons.last(in: empty.snapshot)
    }
  }

  @Test func `members without points are listed, ranks are shared`() throws {
    try store.add(
      "runner_id,runner,team,reported_at", "1,Zed,UA,2024-09-01", "2,Amy,UA,2024-09-01",
      "3,Ben,UA,2024-09-01", "4,Nora,NU,2024-09-01")
    try store.add(
      "runner_id,date,activity_type,points", "1,2024-10-01,RUN,5", "2,2024-10-01,RUN,5")
    let rows = try run().runners.map { "\($0.rank ?? 0) \($0.name ?? "") \($0.points)" }
    #expect(rows == ["1 Amy 5", "1 Zed 5", "3 Ben 0"])
  }

  @Test(arguments: ["runner_id", "activity_type"], [1_000_000, -5] as [Int32])
  func `a ledger's code without a name ends with an error`(column: String, code: Int32) throws {
    try store.add("runner_id,team,active,reported_at", "1,UA,true,2024-09-01")
    try store.add(
      "runner_id,date,activity_type,points", "1,2024-10-01,RUN,60", "1,2024-10-02,RUN,50")
    let ledger = try store.snapshot.segments(of: SeasonTables.pointsLedger)[0]
    let codes = Column(try #require(ledger.rows[column]).type, int32s: [0, code])
    let writer = try StoreWriter(store: store.snapshot.store)
    try writer.replace(
      SeasonTables.pointsLedger, ledger.month, with: ledger.rows.replacing(column, codes))
    try writer.commit()
    let error = #expect(throws: SeasonError.self) { try run() }
    guard case .store(.corrupt(let file, let found, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file.contains("/segments/points_ledger/2024-10"))
    #expect(found == "code \(code) in \(column)")
  }
}
