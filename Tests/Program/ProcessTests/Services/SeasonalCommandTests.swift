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
      "A reward with this display order already exists. Please choose a different order. "
        + "(status 400 to PUT "
    ),
    (
      404, ["remove", "2"],
      "This reward no longer exists. It may have been deleted. (status 404 to DELETE "
    ),
    (404, ["update", "2", "--order", "1"], "choose a different order. (status 404 to PUT "),
    (
      404, ["update", "2", "--threshold", "9"],
      "This reward no longer exists. It may have been deleted. (status 404 to PUT "
    ),
    (401, ["remove", "2"], "Only coaches can change rewards. (status 401 to DELETE "),
    (500, ["remove", "2"], "The service refused with status 500 (DELETE "),
  ])
  func `what the service refuses is reported in the guide's words`(
    status: Int, arguments: [String], text: String
  ) throws {
    let body = #"{"message": "Not for \u001b[1myou"}"#
    let result = try ScriptedRewards(body, status: status).run(arguments + ["--coach"])
    #expect(result.exitCode == 1 && result.stderr.hasPrefix("railbird: seasonal: "))
    let told = "\(text)/api/v1/points/seasonal/rewards/2: Not for you)"
    #expect(result.stderr.contains(told), "\(result.stderr)")
  }

  @Test func `a refusal of whoever asks names the variable of the token`() throws {
    let service = try ScriptedRewards("", status: 401)
    let none = "  - No token was sent: set RAILBIRD_SEASONAL_TOKEN, or give --credentials FILE"
    for arguments in [["remove", "2", "--coach"], ["progress"]] {
      #expect(try service.run(arguments).stderr.contains(none))
      let token = "seasonaltoken0123456789"
      let refused = try service.run(arguments, environment: ["RAILBIRD_SEASONAL_TOKEN": token])
      #expect(refused.stderr.contains("  - The token of RAILBIRD_SEASONAL_TOKEN"))
      #expect(!refused.stderr.contains(token) && !refused.stderr.contains("No token"))
    }
    let athlete = try service.run(["remove", "2"])
    #expect(athlete.stderr.hasSuffix("change rewards.\n  - Add --coach if you are one.\n"))
  }

  @Test(arguments: [
    ("", "found an empty body; expected JSON"),
    ("<html><title>Log in</title></html>", "found an HTML page, “Log in”; expected JSON"),
    ("[]", "found a list; expected an object"),
  ])
  func `an answer that is no JSON is told once, as what it is`(body: String, text: String) throws {
    let result = try ScriptedRewards(body).run(["progress"])
    #expect(
      result.stderr
        == "railbird: seasonal: The service's answer cannot be read: GET "
        + "/api/v1/points/seasonal/progress: \(text)\n")
  }

  @Test func `a reward that is left out is reported on standard error`() throws {
    let good = #""season": "xc", "year": 2024, "description": "Pizza", "pointThreshold": 9"#
    let list = #"[{"id": 1, \#(good), "displayOrder": 1, "achieved": false}, {\#(good)}]"#
    let result = try ScriptedRewards(list).run(["rewards"] + Self.xc)
    #expect(result.exitCode == 65 && result.stdout.contains("Pizza"))
    #expect(
      result.stderr
        == "railbird: seasonal: left out: GET /api/v1/points/seasonal/rewards, [1].id: found "
        + "nothing; expected a whole number\n")
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

  /// Returns the UUID in a line of output.
  private func uuid(_ text: String) throws -> String {
    let match = try #require(text.firstMatch(of: /[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/))
    return String(match.0)
  }

  @Test(arguments: [[], ["--json"]])
  func `the UUID that is made for an award is reported before it and after it`(
    options: [String]
  ) throws {
    let service = try ScriptedRewards()
    let award = try service.run(["earn", "123", "WORKOUT"] + options)
    let made = try uuid(award.stderr)
    #expect(award.stderr == "The activity's UUID is \(made).\n")
    #expect(service.asked[0].contains(#""activityUuid":"\#(made)""#))
    if options.isEmpty {
      #expect(award.stdout.hasSuffix(" (activity \(made))\n"))
    } else {
      #expect(try object(award.stdout)["activityUuid"] as? String == made)
    }
  }

  @Test(arguments: [[], ["--json"]])
  func `an award that failed names the UUID to make it again with`(options: [String]) throws {
    let service = try ScriptedRewards { _ in ScriptedAnswer([.reset]) }
    let failed = try service.run(["earn", "123", "WORKOUT"] + options)
    let made = try uuid(failed.stderr)
    #expect(failed.exitCode == 1 && failed.stdout.isEmpty)
    #expect(failed.stderr.hasPrefix("The activity's UUID is \(made).\nrailbird: seasonal: "))
    #expect(
      failed.stderr.hasSuffix(
        "  - Make the award again with --uuid \(made): the service counts it once.\n"))
    #expect(service.asked[0].contains(#""activityUuid":"\#(made)""#))
  }

  @Test func `with a token the UUID is made once, and reported once`() throws {
    let service = try ScriptedRewards()
    let award = try service.run(
      ["earn", "123", "WORKOUT"],
      environment: ["RAILBIRD_SEASONAL_TOKEN": "seasonaltoken0123456789"])
    let made = try uuid(award.stderr)
    #expect(award.stderr == "The activity's UUID is \(made).\n")
    #expect(award.stdout.contains(made) && service.asked.count == 1)
  }

  private static func earned(_ runner: Int, _ points: Int) -> String {
    #"{"success": true, "pointsEarned": 0, "newBalance": 295, "transaction": {"runnerId": "#
      + #"\#(runner), "transactionType": "EARNED", "pointsAmount": \#(points)}}"#
  }

  @Test func `an award that took effect before its answer was lost states its points`() throws {
    let service = try ScriptedRewards { request in
      // The service counts the activity, and the connection breaks before it can say so.
      request.index == 0 ? ScriptedAnswer([.reset]) : .json(Self.earned(123, 17))
    }
    let award = try RailbirdProcess.run([
      "seasonal", "earn", "123", "WORKOUT", "--uuid", "u-1", "--base-url",
      service.server.url.absoluteString,
    ])
    #expect(service.asked.count == 2 && award.exitCode == 0)
    #expect(
      award.stdout == "Runner 123, WORKOUT: 17 points, 295 to spend; counted already, and not "
        + "again (activity u-1)\n")
    let json = try object(
      try ScriptedRewards(Self.earned(123, 17)).run(
        ["earn", "123", "WORKOUT", "--uuid", "u-1", "--json"]
      ).stdout)
    #expect(json["activityPoints"] as? Int == 17 && json["countedBefore"] as? Bool == true)
    #expect(json["pointsEarned"] as? Int == 0 && json["activityUuid"] as? String == "u-1")
  }

  @Test func `an activity that was counted for another runner is reported as such`() throws {
    let award = try ScriptedRewards(Self.earned(7, 15)).run(
      ["earn", "123", "WORKOUT", "--uuid", "u-1"])
    #expect(
      award.stdout == "Runner 123, WORKOUT: 0 points, 295 to spend; the activity was counted "
        + "already, 15 points for runner 7 (activity u-1)\n")
  }

  @Test(arguments: [#"{"success": true, "message": "Welcome"}"#, "{}", "", "[]"])
  func `another service's answer behind a redirect is no award`(body: String) throws {
    let other = try ScriptedServer([.json(body)])
    let elsewhere = other.otherURL.absoluteString
    let service = try ScriptedRewards { _ in
      .json("", status: 303, headers: [("Location", elsewhere + "/welcome")])
    }
    let award = try service.run(["earn", "123", "WORKOUT", "--uuid", "u-1"])
    #expect(award.exitCode == 1 && award.stdout.isEmpty, "\(award.stdout)")
    #expect(award.stderr.contains("found a redirect to localhost"), "\(award.stderr)")
    #expect(other.requests.isEmpty)
    #expect(award.stderr.contains("--uuid u-1"))
  }

  @Test(arguments: [#"{"success": true}"#, ""])
  func `an award answered by a bare success is one`(body: String) throws {
    let award = try ScriptedRewards(body).run(["earn", "123", "WORKOUT", "--uuid", "u-1"])
    #expect(award.exitCode == 0 && award.stdout.contains("u-1"), "\(award.stdout)\(award.stderr)")
  }

  @Test func `an award that the service refuses ends with 1`() throws {
    let refused = try ScriptedRewards(#"{"success": false}"#).run(["earn", "1", "WORKOUT"])
    #expect(refused.exitCode == 1 && refused.stdout.contains("WORKOUT: refused"))
  }

  @Test func `the leaderboard leaves out other teams and inactive runners`() throws {
    let service = try ScriptedRewards()
    let ours = try service.run(["leaderboard", "--json"] + Self.xc)
    let rows = try list(ours.stdout)
    #expect(rows.count == 1 && rows[0]["name"] as? String == "Ada Moss")
    let others = try service.run(["leaderboard", "--team", "NU"] + Self.xc)
    #expect(others.stdout.contains("Ben Quill") && !others.stdout.contains("Ada Moss"))
    let all = try service.run(["leaderboard", "--all"] + Self.xc)
    #expect(
      all.stdout.split(separator: "\n").map { $0.split(separator: " ") } == [
        ["1", "7", "300"], ["2", "123", "285"],
      ])
    let list = "GET /api/v1/points/seasonal/leaderboard?\(Self.query)"
    let roster = "GET /xc/allRunners/"
    #expect(service.asked == [roster, list, roster, list, list + "&limit=10"])
  }

  @Test func `a service with the guide's calls alone has a leaderboard of named runners`() throws {
    let service = try ScriptedRewards { request in
      let points = request.target.contains("/7?") ? 300 : request.target.contains("/123?") ? 285 : 0
      guard request.target.hasPrefix("/api/v1/points/seasonal/"),
        let id = request.target.split(separator: "/").last.flatMap({ Int($0.prefix { $0 != "?" }) })
      else { return .json("", status: 404) }
      return .json(#"{"runnerId":\#(id),"season":"xc","year":"2024","pointsEarned":\#(points)}"#)
    }
    let named = try service.run(["leaderboard", "--runners", "123,7,9"] + Self.xc)
    #expect(
      named.stdout.split(separator: "\n").map { $0.split(separator: " ") } == [
        ["1", "7", "300"], ["2", "123", "285"],
      ])
    let unnamed = try service.run(["leaderboard"] + Self.xc)
    #expect(unnamed.exitCode == 1 && unnamed.stderr.contains("--runners"), "\(unnamed.stderr)")
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
    let help = try parse(["seasonal", "--help"])
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
    ["leaderboard", "--all", "--team", "UA"], ["leaderboard", "--runners", "1,x"],
  ])
  func `bad usage ends with 64`(arguments: [String]) throws {
    let base = arguments == ["progress"] || arguments.contains("--base-url")
    let result = try parse(
      ["seasonal"] + arguments + (base ? [] : ["--base-url", "http://127.0.0.1:9"]))
    #expect(result.exitCode == 64, "\(result.stderr)")
  }
}
