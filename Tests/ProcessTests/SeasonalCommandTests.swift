import FeedContract
import Foundation
import TestSupport
import Testing

/// `railbird seasonal …` against a service whose answers are scripted.
struct SeasonalCommandTests {
  private static let xc = ["--season", "xc", "--year", "2024"]
  private static let query = "season=xc&year=2024"

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func list(_ text: String) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  @Test func `progress prints total, roster and a bar for each reward`() throws {
    let service = try ScriptedRewards()
    let shown = try service.run(["progress"] + Self.xc)
    #expect(shown.exitCode == 0 && shown.stderr.isEmpty, "\(shown.stderr)")
    let full = String(repeating: "█", count: 30)
    let part = String(repeating: "█", count: 18) + String(repeating: "░", count: 12)
    #expect(
      shown.stdout == """
        xc 2024
        12500 Team Points
        45 Active UA Athletes

        1. Team Pizza Party
           \(full) 100.0 %  12500 of 5000 points  ✓ achieved 2024-10-14
        3. Team Trip to Indoor Track Meet
           \(part) 62.5 %  12500 of 20000 points

        """)
    #expect(service.asked == ["GET /api/v1/points/seasonal/progress?\(Self.query)"])
  }

  @Test func `progress as JSON has the guide's names, the year as a text`() throws {
    let service = try ScriptedRewards()
    let progress = try object(try service.run(["progress", "--json"] + Self.xc).stdout)
    #expect(progress["teamTotalPoints"] as? Int == 12_500 && progress["year"] as? String == "2024")
    let rewards = try #require(progress["rewards"] as? [[String: Any]])
    #expect(rewards.map { $0["isAchieved"] as? Bool } == [true, false])
    #expect(rewards[0]["achievedDate"] as? String == "2024-10-15T02:30:00Z")
  }

  @Test func `without a season the current one is asked for, and each part can be chosen`() throws {
    let service = try ScriptedRewards()
    for options in [[], ["--season", "track"], ["--year", "2019"]] {
      #expect(try service.run(["progress"] + options).exitCode == 0)
    }
    let asked = service.asked.map { String($0.drop { $0 != "?" }.dropFirst()) }
    #expect(asked[0].contains(/^season=(xc|track)&year=20\d\d$/))
    #expect(asked[1].contains(/^season=track&year=20\d\d$/))
    #expect(asked[2].contains(/^season=(xc|track)&year=2019$/))
  }

  @Test func `the seasons that the service knows are listed`() throws {
    let service = try ScriptedRewards { request in
      let isEmpty = request.target.contains("season=track")
      return .json(
        #"{"season": "\#(isEmpty ? "track" : "xc")", "year": 2000, "teamTotalPoints": "#
          + #"\#(isEmpty ? 0 : 50), "activeRosterCount": 4, "rewards": []}"#)
    }
    let shown = try service.run(["seasons", "--count", "5"])
    #expect(shown.exitCode == 0 && service.asked.count == 5)
    let rows = shown.stdout.split(separator: "\n")
    #expect(rows[0].hasPrefix("season"))
    #expect(rows.dropFirst().count { $0.hasPrefix("xc") } >= 2)
    let seasons = try list(try service.run(["seasons", "--count", "2", "--json"]).stdout)
    #expect(seasons.contains { $0["season"] as? String == "xc" })
  }

  @Test func `an empty team and a season without rewards have the guide's texts`() throws {
    let body =
      #"{"season": "xc", "year": 2024, "teamTotalPoints": 0, "activeRosterCount": N, "rewards": []}"#
    let nobody = try ScriptedRewards(body.replacing("N", with: "0")).run(["progress"] + Self.xc)
    #expect(nobody.stdout.hasSuffix("\nNo active athletes on roster for this season\n"))
    #expect(nobody.exitCode == 0)
    let service = try ScriptedRewards(body.replacing("N", with: "4"))
    #expect(
      try service.run(["progress"] + Self.xc).stdout
        .hasSuffix("Check back soon - coaches will configure rewards for this season.\n"))
    #expect(
      try service.run(["progress", "--coach"] + Self.xc).stdout
        .hasSuffix("No rewards configured. Tap + to create your first reward!\n"))
    let none = try ScriptedRewards("[]").run(["rewards", "--coach"] + Self.xc)
    #expect(none.stdout == "No rewards configured. Tap + to create your first reward!\n")
  }

  @Test func `rewards are listed with their ids`() throws {
    let service = try ScriptedRewards()
    let shown = try service.run(["rewards"] + Self.xc)
    #expect(shown.exitCode == 0)
    #expect(
      shown.stdout.split(separator: "\n").map { $0.split(separator: " ").prefix(3) } == [
        ["order", "id", "points"], ["1", "1", "5000"], ["3", "3", "20000"],
      ])
    #expect(try list(try service.run(["rewards", "--json"] + Self.xc).stdout).count == 2)
  }

  @Test func `a coach adds, changes and deletes`() throws {
    let service = try ScriptedRewards()
    let added = try service.run(
      [
        "add", "--coach", "--description", "Team Hoodies", "--threshold", "10000", "--order", "2",
        "--created-by", "Coach Smith",
      ] + Self.xc)
    #expect(added.exitCode == 0, "\(added.stderr)")
    #expect(added.stdout == "Created reward 2: 2. Team Hoodies, 10000 points, xc 2024\n")
    let updated = try service.run(["update", "2", "--coach", "--threshold", "12000", "--json"])
    #expect(try object(updated.stdout)["createdAt"] as? String == "2024-09-01T10:00:00Z")
    let removed = try service.run(["remove", "2", "--coach"])
    #expect(removed.exitCode == 0 && removed.stdout == "Deleted reward 2\n")
    let body =
      #"{"createdBy":"Coach Smith","description":"Team Hoodies","displayOrder":2,"#
      + #""pointThreshold":10000,"season":"xc","year":"2024"}"#
    #expect(
      service.asked == [
        "POST /api/v1/points/seasonal/rewards \(body)",
        #"PUT /api/v1/points/seasonal/rewards/2 {"pointThreshold":12000}"#,
        "DELETE /api/v1/points/seasonal/rewards/2",
      ])
  }

  @Test func `a name goes along where it is asked for`() throws {
    let service = try ScriptedRewards()
    let add = ["add", "--coach", "--description", "Hoodies", "--threshold", "1", "--order", "2"]
    _ = try service.run(add + ["--name-by-description"])
    _ = try service.run(add + ["--reward-name", "Silver"])
    #expect(service.asked[0].contains(#""rewardName":"Hoodies""#))
    #expect(service.asked[1].contains(#""rewardName":"Silver""#))
  }

  @Test(arguments: [
    ["add", "--description", "Pizza", "--threshold", "1", "--order", "1"],
    ["update", "2", "--order", "1"], ["remove", "2"],
  ])
  func `without the coach's role nothing is changed`(arguments: [String]) throws {
    let service = try ScriptedRewards()
    let denied = try service.run(arguments)
    #expect(denied.exitCode == 1 && denied.stdout.isEmpty && service.asked == [])
    #expect(
      denied.stderr == "railbird: seasonal: Only coaches can change rewards.\n"
        + "  - Add --coach if you are one.\n")
  }

  @Test(arguments: [
    (
      400, ["update", "2", "--order", "1"],
      "A reward with this display order already exists. Please choose a different order.\n"
    ),
    (404, ["remove", "2"], "This reward no longer exists. It may have been deleted.\n"),
    (404, ["update", "2", "--order", "1"], "choose a different order.\n"),
    (401, ["remove", "2"], "Only coaches can change rewards.\n"),
    (500, ["remove", "2"], "The service refused with status 500.\n"),
  ])
  func `what the service refuses is told in the guide's words`(
    status: Int, arguments: [String], text: String
  ) throws {
    let result = try ScriptedRewards("", status: status).run(arguments + ["--coach"])
    #expect(result.exitCode == 1 && result.stderr.hasPrefix("railbird: seasonal: "))
    #expect(result.stderr.hasSuffix(text), "\(result.stderr)")
  }

  @Test func `a runner's points are shown`() throws {
    let service = try ScriptedRewards()
    let shown = try service.run(["runner", "123"] + Self.xc)
    #expect(shown.stdout == "Runner 123: 285 points in xc 2024\n")
    #expect(service.asked == ["GET /api/v1/points/seasonal/123?\(Self.query)"])
  }

  @Test func `points are awarded for a season, once per activity`() throws {
    let service = try ScriptedRewards()
    let award = try service.run(["earn", "123", "meet-log", "--uuid", "u-1"] + Self.xc)
    #expect(award.stdout == "Runner 123, MEET_LOG: 10 points, 295 to spend (activity u-1)\n")
    let bare = try service.run(["earn", "123", "WORKOUT", "--without-season", "--json"])
    #expect(try object(bare.stdout)["newBalance"] as? Int == 295)
    #expect(
      service.asked[0] == "POST /api/v1/points/earn "
        + #"{"activityType":"MEET_LOG","activityUuid":"u-1","runnerId":123,"season":"xc","year":"2024"}"#
    )
    #expect(!service.asked[1].contains("season") && service.asked[1].contains("activityUuid"))
  }

  @Test func `an award that the service refuses ends with 1`() throws {
    let refused = try ScriptedRewards(#"{"success": false}"#).run(["earn", "1", "WORKOUT"])
    #expect(refused.exitCode == 1 && refused.stdout.contains("WORKOUT: refused"))
  }

  @Test func `the leaderboard lists runners, by team where it is asked for`() throws {
    let service = try ScriptedRewards()
    let all = try service.run(["leaderboard"] + Self.xc)
    #expect(
      all.stdout.split(separator: "\n").map { $0.split(separator: " ") } == [
        ["1", "7", "300"], ["2", "123", "285"],
      ])
    let ours = try service.run(["leaderboard", "--team", "UA", "--json"] + Self.xc)
    let rows = try list(ours.stdout)
    #expect(rows.count == 1 && rows[0]["name"] as? String == "Ada Moss")
    #expect(
      service.asked == [
        "GET /api/v1/points/seasonal/leaderboard?\(Self.query)&limit=10",
        "GET /api/v1/points/seasonal/leaderboard?\(Self.query)",
        "GET /xc/allRunners/",
      ])
  }

  @Test func `a token goes to the service and nowhere else`() throws {
    let token = "seasonaltoken0123456789"
    let service = try ScriptedRewards(#"{"message": "no"}"#, status: 401)
    let result = try service.run(
      ["progress", "--verbose"], environment: ["RAILBIRD_SEASONAL_TOKEN": token])
    #expect(service.server.requests[0].header("Authorization") == "Bearer \(token)")
    #expect(result.exitCode == 1 && result.stderr.contains("GET /api/v1/points/seasonal/progress"))
    #expect(!result.stdout.contains(token) && !result.stderr.contains(token))
  }

  @Test func `the group's help has examples and all commands`() throws {
    let help = try RailbirdProcess.run(["seasonal", "--help"])
    #expect(help.exitCode == 0 && help.stdout.contains("Examples:"))
    for name in [
      "progress", "rewards", "add", "update", "remove", "runner", "earn", "leaderboard", "seasons",
    ] {
      #expect(help.stdout.contains("\n  \(name) "), "\(name)")
    }
  }

  @Test(arguments: [
    ["progress"], ["progress", "--base-url", "http://club.example"],
    ["progress", "--base-url", "club"], ["progress", "--season", "swim"],
    ["progress", "--year", "24"], ["progress", "--zone", "Moon"],
    ["progress", "--attempts", "0"], ["runner"], ["runner", "Ada"],
    ["add", "--description", "Pizza", "--order", "1"],
    ["add", "--description", " ", "--threshold", "1", "--order", "1"],
    ["add", "--description", "Pizza", "--threshold", "many", "--order", "1"],
    ["add", "--description", "Pizza", "--threshold", "1", "--order", "0"], ["update", "2"],
    ["update", "2", "--threshold", "-1"], ["update", "x", "--order", "1"], ["remove"],
    ["earn", "1"], ["earn", "1", "?"], ["earn", "1", "WORKOUT", "--uuid", ""],
    ["earn", "1", "WORKOUT", "--without-season", "--season", "xc"],
    ["leaderboard", "--limit", "-1"], ["seasons", "--count", "0"],
  ])
  func `bad usage ends with 64`(arguments: [String]) throws {
    let base = arguments == ["progress"] || arguments.contains("--base-url")
    let result = try RailbirdProcess.run(
      ["seasonal"] + arguments + (base ? [] : ["--base-url", "http://127.0.0.1:9"]))
    #expect(result.exitCode == 64, "\(result.stderr)")
  }
}
