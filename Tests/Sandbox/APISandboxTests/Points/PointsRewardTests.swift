import APICore
import APISandbox
import Foundation
import Testing

struct PointsRewardTests {
  private static let path = PointsDesk.seasonal + "/rewards"

  @Test func `a reward is made, changed in part, listed and deleted`() throws {
    let desk = try PointsDesk()
    let made = try desk.reward(5_000, order: 1)
    let id = try #require(made["id"] as? Int)
    #expect(made["achieved"] as? Bool == false && made["achievedDate"] is NSNull)
    #expect(made["createdAt"] as? String == made["updatedAt"] as? String)
    #expect(made["progressPercentage"] == nil)
    try desk.set(clock: "2024-09-02T08:00:00Z")
    let changed = try desk.object(.put, "\(Self.path)/\(id)", ["pointThreshold": 6_000])
    #expect(changed["pointThreshold"] as? Int == 6_000 && changed["displayOrder"] as? Int == 1)
    #expect(changed["description"] as? String == "Pizza")
    #expect(changed["updatedAt"] as? String == "2024-09-02T08:00:00.000+0000")
    let listed = try desk.list("\(Self.path)?\(PointsDesk.xc)")
    #expect(listed.count == 1 && listed[0]["progressPercentage"] is NSNull)
    let deleted = try desk.send(.delete, "\(Self.path)/\(id)")
    #expect(deleted.status == 200 && deleted.body.isEmpty)
    #expect(try desk.list("\(Self.path)?\(PointsDesk.xc)").isEmpty)
  }

  @Test func `a display order that is taken is a 400 without a body`() throws {
    let desk = try PointsDesk()
    try desk.reward(10, order: 1)
    let second = try #require(try desk.reward(20, order: 2)["id"] as? Int)
    let made = try desk.send(.post, Self.path, PointsDesk.body(30, order: 1))
    let changed = try desk.send(.put, "\(Self.path)/\(second)", ["displayOrder": 1])
    for response in [made, changed] { #expect(response.status == 400 && response.body.isEmpty) }
    // Neither its own order nor another year's order is a conflict.
    try desk.object(.put, "\(Self.path)/\(second)", ["displayOrder": 2])
    try desk.reward(10, order: 1, year: "2025")
    #expect(try desk.list("\(Self.path)?\(PointsDesk.xc)").count == 2)
  }

  @Test func `a reward that is not there is a 404 without a body`() throws {
    let desk = try PointsDesk()
    for method in [HTTPMethod.put, .delete] {
      let response = try desk.send(method, "\(Self.path)/7", [String: String]())
      #expect(response.status == 404 && response.body.isEmpty)
    }
  }

  @Test(arguments: [WireForm.live, .seed])
  func `a year is taken as a number and as a text`(wire: WireForm) throws {
    let desk = try PointsDesk { $0.wire = wire }
    let years = [try desk.reward(10, order: 1), try desk.reward(20, order: 2, year: 2024)]
    for made in years {
      #expect(wire == .live ? made["year"] as? String == "2024" : made["year"] as? Int == 2024)
    }
    #expect(try desk.list("\(Self.path)?\(PointsDesk.xc)").count == 2)
  }

  @Test func `the seed's form has the guide's members and dates`() throws {
    let desk = try PointsDesk { $0.wire = .seed }
    let made = try desk.reward(10, order: 1)
    #expect(
      Set(made.keys) == [
        "id", "season", "year", "description", "pointThreshold", "displayOrder", "isAchieved",
        "achievedDate", "createdAt", "updatedAt",
      ])
    #expect(made["createdAt"] as? String == "2024-09-01T08:00:00.000Z")
    let progress = try desk.progress()
    #expect(progress["year"] as? Int == 2024)
    let reward = try #require((progress["rewards"] as? [[String: Any]])?.first)
    #expect(reward["isAchieved"] as? Bool == false && reward["progressPercentage"] as? Double == 0)
  }

  @Test func `percentages go to a hundred, in the order of display`() throws {
    let desk = try PointsDesk()
    try desk.reward(40, order: 2)
    try desk.reward(10, order: 1)
    try desk.reward(0, order: 3)
    try desk.earn(try desk.members()[0])
    let rewards = try #require(try desk.progress()["rewards"] as? [[String: Any]])
    #expect(rewards.compactMap { $0["progressPercentage"] as? Double } == [100, 37.5, 0])
  }

  @Test(arguments: [
    ("/progress", 400), ("/progress?season=xc", 400), ("/rewards?year=2024", 400),
    ("/leaderboard?season=xc", 400), ("/1?season=xc", 400), ("/one?season=xc&year=2024", 400),
    ("/progress?season=xc&year=soon", 500), ("/nothing/there", 404),
    ("/rewards/1", 405), ("/rewards/x", 400),
  ])
  func `what lacks season or year is refused`(path: String, status: Int) throws {
    #expect(try PointsDesk().send(.get, PointsDesk.seasonal + path).status == status)
  }

  @Test(arguments: ["season", "year", "description", "pointThreshold", "displayOrder"])
  func `a new reward needs all its members`(member: String) throws {
    var body = PointsDesk.body(10, order: 1)
    body[member] = nil
    #expect(try PointsDesk().send(.post, Self.path, body).status == 400)
  }
}
