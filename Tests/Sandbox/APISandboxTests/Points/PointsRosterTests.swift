import APISandbox
import Foundation
import Testing

struct PointsRosterTests {
  @Test func `the club has 45 and 30 athletes on its rosters, and others`() throws {
    let desk = try PointsDesk()
    #expect(try desk.members().count == 45 && desk.members(of: "NU").count == 30)
    #expect(try desk.progress()["activeRosterCount"] as? Int == 45)
    let all = try desk.runners { _ in true }
    #expect(all.count > 75 && Set(all).count == all.count)
    let again = try PointsDesk { $0.seed = 1 }.list("/xc/allRunners/") as NSArray
    #expect(try again == desk.list("/xc/allRunners/") as NSArray)
    let other = try PointsDesk { $0.seed = 2 }.list("/xc/allRunners/") as NSArray
    #expect(try other != desk.list("/xc/allRunners/") as NSArray)
  }

  @Test func `NU counts neither for the total nor for the roster, but is on the leaderboard`()
    throws
  {
    let desk = try PointsDesk()
    let nu = try desk.members(of: "NU")[0]
    let ua = try desk.members()[0]
    try desk.earn(nu, "MEET_LOG")
    try desk.earn(ua, "PRE_MEET_LOG")
    #expect(try desk.total() == 5)
    let board = try desk.list("\(PointsDesk.seasonal)/leaderboard?\(PointsDesk.xc)")
    #expect(board.compactMap { $0["runnerId"] as? Int } == [nu, ua])
    #expect(board.compactMap { $0["pointsEarned"] as? Int } == [20, 5])
    let first = try desk.list("\(PointsDesk.seasonal)/leaderboard?\(PointsDesk.xc)&limit=1")
    #expect(first.count == 1)
    try desk.object(.post, "/sandbox/runner?id=\(ua)&team=NU")
    #expect(try desk.total() == 0)
    #expect(try desk.progress()["activeRosterCount"] as? Int == 44)
  }

  @Test func `inactive runners and those of other classes never count`() throws {
    let desk = try PointsDesk()
    let members = Set(try desk.members())
    let others = try desk.runners { $0["team"] as? String == "UA" }.filter { !members.contains($0) }
    #expect(others.count == 12)
    for runner in others { try desk.earn(runner) }
    #expect(try desk.total() == 0)
    let member = try #require(members.min())
    try desk.earn(member)
    try desk.object(.post, "/sandbox/runner?id=\(member)&active=false")
    #expect(try desk.total() == 0)
    try desk.object(.post, "/sandbox/runner?id=\(member)&active=true&class=2024")
    #expect(try desk.total() == 0)
    try desk.object(.post, "/sandbox/runner?id=\(member)&class=2025")
    #expect(try desk.total() == 15)
    #expect(try desk.send(.post, "/sandbox/runner?id=0&active=true").status == 404)
    #expect(try desk.send(.post, "/sandbox/runner?id=\(member)&active=maybe").status == 400)
  }

  @Test func `track takes the classes from its own year on`() throws {
    let desk = try PointsDesk()
    let classes = try desk.list("/xc/allRunners/").filter {
      $0["team"] as? String == "UA" && $0["active"] as? Bool == true
    }.compactMap { ($0["graduatingClass"] as? String).flatMap { Int($0) } }
    let track = try desk.progress("season=track&year=2024")["activeRosterCount"] as? Int
    #expect(track == classes.count { (2024...2027).contains($0) })
  }

  @Test func `a year's roster leaves out the inactive on request, and wants its year`() throws {
    let desk = try PointsDesk()
    let year = "/xc/runners?filter.getAll=true&filter.season=2024"
    let active = try desk.list(year + "&filter.active=true")
    #expect(active.count == 75)
    #expect(try desk.list(year).count == 75 + 6 + 4)
    #expect(try desk.send(.get, "/xc/runners?filter.getAll=true").status == 500)
    let names = try desk.list("/xc/allRunners/").map { ($0["graduatingClass"], $0["name"]) }
    let keys = names.map { "\($0.0 ?? "") \($0.1 ?? "")" }
    #expect(keys.count > 85 && keys.first?.hasPrefix("2023") == true)
  }

  @Test func `the truth is the ledger, the memberships and the rewards`() throws {
    let desk = try PointsDesk()
    let runner = try desk.members()[0]
    try desk.reward(15, order: 1)
    try desk.earn(runner, "WORKOUT", ["activityUuid": "u-1"])
    try desk.object(.post, "/sandbox/runner?id=\(runner)&active=false")
    func rows(_ name: String) throws -> [[String: String]] {
      TruthRows(
        String(decoding: try desk.send(.get, "/sandbox/\(name)").body, as: UTF8.self)
      ).rows
    }
    #expect(
      try rows("ledger") == [
        [
          "tx_key": "u-1", "event_time": "2024-09-01T08:00:00.000Z", "runner_id": "\(runner)",
          "season": "xc", "year": "2024", "kind": "EARNED", "activity_type": "WORKOUT",
          "points": "15", "balance_after": "15",
        ]
      ])
    let memberships = try rows("roster").filter { $0["runner_id"] == "\(runner)" }
    #expect(
      memberships.compactMap { $0["reported_at"] }
        == ["2024-01-01T00:00:00.000Z", "2024-09-01T08:00:00.000Z"])
    #expect(memberships.compactMap { $0["active"] } == ["true", "false"])
    let reward = try #require(try rows("rewards").first)
    #expect(reward["is_achieved"] == "true" && reward["point_threshold"] == "15")
    #expect(reward["achieved_at"] == "2024-09-01T08:00:00.000Z")
  }
}
