import APICore
import APISandbox
import Foundation
import Testing

struct PointsEarnTests {
  @Test func `points are awarded, and the balance grows`() throws {
    let desk = try PointsDesk()
    let runner = try desk.members()[0]
    let first = try desk.earn(runner, "TRAINING_RUN")
    #expect(first["success"] as? Bool == true && first["pointsEarned"] as? Int == 10)
    #expect(first["newBalance"] as? Int == 10)
    let second = try desk.earn(runner, "MEET_LOG")
    #expect(second["newBalance"] as? Int == 30)
    let transaction = try #require(second["transaction"] as? [String: Any])
    #expect(transaction["balanceAfter"] as? Int == 30 && transaction["pointsAmount"] as? Int == 20)
    #expect(transaction["createdAt"] as? String == "2024-09-01T08:00:00.000+0000")
    #expect(transaction["id"] == nil && transaction["year"] == nil)
  }

  @Test func `a season and a year track the runner's and the team's points`() throws {
    let desk = try PointsDesk()
    let runner = try desk.members()[3]
    try desk.earn(runner)
    try desk.earn(runner, "CROSS_TRAINING", ["year": 2024])
    let own = try desk.object(.get, "\(PointsDesk.seasonal)/\(runner)?\(PointsDesk.xc)")
    #expect(own["pointsEarned"] as? Int == 23 && own["runnerId"] as? Int == runner)
    #expect(try desk.total() == 23)
    #expect(try desk.total("season=xc&year=2023") == 0)
    #expect(try desk.total("season=track&year=2024") == 0)
  }

  @Test(arguments: [
    ["season": NSNull()], ["year": NSNull()], ["season": NSNull(), "year": NSNull()],
  ])
  func `without season or year nothing is tracked, and points are awarded`(
    missing: [String: NSNull]
  ) throws {
    let desk = try PointsDesk()
    let runner = try desk.members()[0]
    let earned = try desk.earn(runner, "WORKOUT", missing)
    #expect(earned["success"] as? Bool == true && earned["newBalance"] as? Int == 15)
    #expect(try desk.total() == 0)
    #expect(try desk.list("/api/v1/points/transactions?runnerId=\(runner)").count == 1)
  }

  @Test func `a reward is achieved when its threshold is crossed, and never given back`() throws {
    let desk = try PointsDesk()
    let runner = try desk.members()[0]
    try desk.reward(30, order: 2)
    try desk.reward(15, order: 1)
    try desk.reward(1_000, order: 3)
    try desk.earn(runner, "TRAINING_RUN")
    #expect(try achieved(desk) == [nil, nil, nil])
    try desk.set(clock: "2024-09-03T18:30:00.250Z")
    try desk.earn(runner, "PRE_MEET_LOG")
    try desk.set(clock: "2024-10-05T11:00:00Z")
    try desk.earn(runner, "MEET_LOG")
    let dates = ["2024-09-03T18:30:00.250+0000", "2024-10-05T11:00:00.000+0000", nil]
    #expect(try achieved(desk) == dates)
    try desk.object(.post, "/sandbox/runner?id=\(runner)&active=false")
    #expect(try desk.total() == 0)
    try desk.earn(try desk.members()[0], "TRAINING_RUN")
    #expect(try achieved(desk) == dates)
  }

  private func achieved(_ desk: PointsDesk) throws -> [String?] {
    let rewards = try #require(try desk.progress()["rewards"] as? [[String: Any]])
    for reward in rewards {
      #expect((reward["achieved"] as? Bool == true) == (reward["achievedDate"] is String))
    }
    return rewards.map { $0["achievedDate"] as? String }
  }

  @Test func `a reward below the total waits for the next award`() throws {
    let desk = try PointsDesk()
    let members = try desk.members()
    try desk.earn(members[0])
    try desk.reward(5, order: 1)
    let rewards = try #require(try desk.progress()["rewards"] as? [[String: Any]])
    #expect(rewards[0]["progressPercentage"] as? Double == 100)
    #expect(try achieved(desk) == [nil])
    try desk.earn(members[1], "LIFTING", ["activityUuid": "a"])
    #expect(try achieved(desk) != [nil])
  }

  @Test func `an activity's UUID is counted once, whoever sends it again`() throws {
    let desk = try PointsDesk()
    let members = try desk.members()
    let first = try desk.earn(members[0], "WORKOUT", ["activityUuid": "u-1"])
    let again = try desk.earn(members[0], "WORKOUT", ["activityUuid": "u-1"])
    let other = try desk.earn(members[1], "MEET_LOG", ["activityUuid": "u-1"])
    #expect(first["pointsEarned"] as? Int == 15)
    for repeated in [again, other] {
      #expect(repeated["success"] as? Bool == true && repeated["pointsEarned"] as? Int == 0)
      let transaction = repeated["transaction"] as? [String: Any]
      #expect(transaction as NSDictionary? == first["transaction"] as? NSDictionary)
    }
    #expect(again["newBalance"] as? Int == 15 && other["newBalance"] as? Int == 0)
    #expect(try desk.total() == 15)
  }

  @Test func `an unknown activity earns nothing, an unknown runner is the server's failure`() throws
  {
    let desk = try PointsDesk()
    let runner = try desk.members()[0]
    let earned = try desk.earn(runner, "NAPPING")
    #expect(earned["success"] as? Bool == true && earned["pointsEarned"] as? Int == 0)
    #expect(earned["transaction"] is [String: Any])
    let unknown = ["runnerId": 99_999, "activityType": "WORKOUT"] as [String: Any]
    #expect(try desk.send(.post, "/api/v1/points/earn", unknown).status == 500)
    #expect(try desk.send(.post, "/api/v1/points/earn", ["runnerId": runner]).status == 400)
    #expect(try desk.send(.post, "/api/v1/points/earn").status == 400)
  }

  @Test func `a limit of 0 gives all transactions, any other the latest fifty`() throws {
    let desk = try PointsDesk()
    let runner = try desk.members()[0]
    try desk.set(clock: "2024-09-01T08:00:00Z", step: 60_000)
    for _ in 0..<60 { try desk.earn(runner) }
    let path = "/api/v1/points/transactions?runnerId=\(runner)"
    let all = try desk.list(path + "&limit=0")
    #expect(all.count == 60)
    #expect(try desk.list(path).count == 50 && desk.list(path + "&limit=3").count == 50)
    let times = all.compactMap { $0["createdAt"] as? String }
    #expect(times == times.sorted().reversed() && times[0] == "2024-09-01T08:59:00.000+0000")
    #expect(try desk.list("/api/v1/points/transactions?runnerId=99999").isEmpty)
    #expect(try desk.send(.get, "/api/v1/points/transactions").status == 400)
  }

  @Test func `the configuration states what an activity earns`() throws {
    let config = try PointsDesk().object(.get, "/api/v1/points/config")["config"]
    let values = try #require(config as? [String: Int])
    #expect(values["EARN_MEET_LOG"] == 20 && values["COST_CUSTOM_AVATAR"] == 100)
    #expect(values.count == 12)
  }
}
