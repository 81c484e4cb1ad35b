import APISandbox
import Foundation
import TestSupport
import Testing

struct PointsStateTests {
  @Test func `the state of a file outlives the sandbox`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("club.sqlite")
    var desk = try PointsDesk { $0.stateFile = file }
    let member = try desk.members()[0]
    try desk.reward(10, order: 1)
    try desk.set(clock: "2024-09-05T06:00:00Z", step: 1_000)
    try desk.earn(member, "WORKOUT", ["activityUuid": "u-1"])
    let before = try desk.progress() as NSDictionary
    // Another seed does not change the club of an existing file.
    let sandbox = try PointsSandbox(settings(file, seed: 9))
    desk = try PointsDesk { $0.stateFile = file }
    #expect(try desk.progress() as NSDictionary == before)
    #expect(try desk.earn(member, "WORKOUT", ["activityUuid": "u-1"])["pointsEarned"] as? Int == 0)
    #expect(sandbox.serves("/api/v1/points/earn") && !sandbox.isLimited)
  }

  @Test func `the clock goes on where it stood`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("club.sqlite")
    let desk = try PointsDesk { $0.stateFile = file }
    try desk.set(clock: "2024-09-05T06:00:00Z", step: 1_500)
    try desk.earn(try desk.members()[0])
    let sandbox = try PointsSandbox(settings(file, seed: 1))
    let clock = try #require(
      sandbox.control(.init(.get, URL(string: "http://127.0.0.1/sandbox/clock")!)))
    #expect(String(decoding: clock.body, as: UTF8.self).contains("2024-09-05T06:00:01.500000Z"))
  }

  @Test func `a file of another kind is refused and left alone`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("race_id,horse\n1,2\n", to: "runners.csv")
    let error = #expect(throws: SandboxError.self) { try PointsSandbox(settings(file, seed: 1)) }
    #expect("\(try #require(error))".hasPrefix(file + ": found "))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "race_id,horse\n1,2\n")
  }

  @Test func `eight at a time, each activity is counted once and no point is lost`() async throws {
    let desk = try PointsDesk()
    let members = try desk.members()
    try desk.reward(3_000, order: 1)
    await withTaskGroup(of: Void.self) { group in
      for client in 0..<8 {
        group.addTask {
          for number in 0..<60 {
            // Every client sends every activity.
            let uuid = "u-\((number + client * 7) % 60)"
            _ = try? desk.earn(members[number % 45], "TRAINING_RUN", ["activityUuid": uuid])
            _ = try? desk.earn(members[client], "PRE_MEET_LOG")
          }
        }
      }
    }
    #expect(try desk.total() == 60 * 10 + 8 * 60 * 5)
    let balances = try desk.list("/xc/allRunners/").compactMap { $0["points"] as? Int }
    #expect(balances.reduce(0, +) == 3_000)
    let rewards = try #require(try desk.progress()["rewards"] as? [[String: Any]])
    #expect(rewards[0]["achieved"] as? Bool == true)
  }

  @Test func `of conflicting rewards made at a time one stands`() async throws {
    let desk = try PointsDesk()
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let body = PointsDesk.body(100, order: 1)
          return (try? desk.send(.post, PointsDesk.seasonal + "/rewards", body).status) ?? 0
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.sorted() == [200] + Array(repeating: 400, count: 7))
  }

  private func settings(_ file: String, seed: UInt64) -> PointsSettings {
    var settings = PointsSettings(seed: seed)
    settings.stateFile = file
    return settings
  }
}
