import Foundation
import TestSupport
import Testing

@Suite(.tags(.slow)) struct PointsCommandTests {
  private static let season = ["--season", "xc", "--year", "2024"]

  @Test func `the guide's calls by curl work as commands`() throws {
    let club = try ClubSandbox()
    func run(_ arguments: [String]) throws -> String {
      let result = try club.seasonal(arguments)
      #expect(result.exitCode == 0, "\(arguments): \(result.stderr)")
      return result.stdout
    }
    #expect(try run(["progress"] + Self.season).contains("45"))
    _ = try run(
      [
        "add", "--coach", "--description", "Team Pizza Party", "--threshold", "1000", "--order",
        "1", "--created-by", "Coach Smith",
      ] + Self.season)
    for uuid in ["a", "a", "b"] {
      _ = try run(["earn", "1", "MEET_LOG", "--uuid", uuid] + Self.season)
    }
    #expect(try run(["runner", "1"] + Self.season).contains("40"))
    _ = try run(
      [
        "update", "1", "--coach", "--description", "Team Pizza Party (Updated)", "--threshold",
        "1200",
      ])
    let rewards = try run(["rewards"] + Self.season)
    #expect(rewards.contains("Team Pizza Party (Updated)"))
    _ = try run(["remove", "1", "--coach"])
    #expect(try !run(["rewards"] + Self.season).contains("Pizza"))
    #expect(try club.seasonal(["remove", "1", "--coach"]).exitCode == 1)
  }

  @Test func `a coach's token opens the rewards`() throws {
    let club = try ClubSandbox(["--coach-token", "open-sesame"])
    let add = [
      "add", "--coach", "--description", "Hoodies", "--threshold", "10", "--order", "1",
    ]
    let refused = try club.seasonal(add + Self.season)
    #expect(refused.exitCode == 1 && !refused.stderr.isEmpty)
    let right = ["RAILBIRD_SEASONAL_TOKEN": "open-sesame"]
    #expect(try club.seasonal(add + Self.season, environment: right).exitCode == 0)
    #expect(try club.call("/sandbox/rewards").contains("Hoodies"))
  }

  @Test func `a sandbox that is killed in mid-season has everything it acknowledged`() throws {
    let club = try ClubSandbox()
    try club.call("/sandbox/clock?at=2024-06-10T08:00:00Z&step_ms=900000", method: "POST")
    _ = try club.seasonal(
      ["add", "--coach", "--description", "Pizza", "--threshold", "600", "--order", "1"]
        + Self.season)
    let acknowledged = try club.folder.write("", to: "acknowledged")
    let count = 1_200
    for _ in 0..<2 {
      let before = try lines(acknowledged).count
      let earning = try club.startEarning(count, to: acknowledged)
      while try lines(acknowledged).count < before + 100, earning.isRunning {
        Thread.sleep(forTimeInterval: 0.01)
      }
      try club.kill()
      _ = try earning.wait()
      try club.start()
      let stored = Set(try club.ledger().map { $0[0] })
      #expect(stored.isSuperset(of: try lines(acknowledged).map { $0[0] }))
    }
    _ = try club.startEarning(count, to: acknowledged).wait()
    let ledger = try club.ledger()
    #expect(ledger.count == count && Set(ledger.map { $0[0] }).count == count)
    // Awards stored but not acknowledged before a kill count as nothing new afterwards.
    let lost = count * 15 - (try lines(acknowledged).reduce(0) { $0 + (Int($1[1]) ?? 0) })
    #expect((0...8 * 15).contains(lost))
    try fetchAndCompare(club, ledger)
  }

  private func lines(_ file: String) throws -> [[String]] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
  }

  /// Fetches, and checks that the season equals a plain count of the sandbox's lines.
  private func fetchAndCompare(_ club: ClubSandbox, _ ledger: [[String]]) throws {
    let fetched = try RailbirdProcess.run(
      ["fetch", "points", "--store", club.store, "--base-url", club.url, "--rate", "0"]
        + Self.season)
    #expect(fetched.exitCode == 0, "\(fetched.stderr)")
    #expect(fetched.stdout.contains(" 0 rejected"))
    let members = try Set(
      CSVLines.fields(club.call("/sandbox/roster")).filter {
        $0[3] == "UA" && $0[4] == "true" && ("2025"..."2028").contains($0[5])
      }.map { $0[0] })
    let team = ledger.filter { members.contains($0[2]) }
    let reached = try #require(team.dropFirst(39).first)[1]
    let out = club.folder.file("out")
    let report = try RailbirdProcess.run(
      ["season", "--store", club.store, "--out", out, "--format", "csv"] + Self.season)
    #expect(report.exitCode == 0, "\(report.stderr)")
    let season = try String(contentsOfFile: out + "/season.csv", encoding: .utf8)
    #expect(season.contains("\(team.count * 15)"))
    #expect(season.contains(reached.prefix(19)), "\(season)")
    #expect(try RailbirdProcess.run(["verify", "--store", club.store]).exitCode == 0)
  }

  @Test func `a fetch that is killed goes on where it was`() throws {
    let club = try ClubSandbox()
    _ = try club.startEarning(120, to: club.folder.file("acknowledged")).wait()
    let arguments =
      ["fetch", "points", "--store", club.store, "--base-url", club.url] + Self.season
    let slow = try RailbirdProcess.start(arguments + ["--rate", "40"])
    Thread.sleep(forTimeInterval: 1)
    slow.kill()
    #expect(try slow.wait().exitCode == -SIGKILL)
    let done = try RailbirdProcess.run(arguments + ["--rate", "0"])
    #expect(done.exitCode == 0, "\(done.stderr)")
    let log = try club.call("/sandbox/log")
    let asked = log.matches(of: /"target":"([^"]*transactions[^"]*)"/).map { String($0.1) }
    #expect(asked.count - Set(asked).count <= 1)
    let out = club.folder.file("export")
    _ = try RailbirdProcess.run(
      [
        "export", "--store", club.store, "--to", "csv", "--table", "points_ledger", "--out", out,
      ])
    let stored = CSVLines.fields(
      try String(contentsOfFile: out + "/points_ledger.csv", encoding: .utf8))
    #expect(Set(stored.dropFirst().map { $0[0] }) == Set(try club.ledger().map { $0[0] }))
    #expect(stored.count == 121)
  }

  @Test(arguments: [
    (["--season", "xc"], "--season and --year"), (["--season", "summer"], "--season"),
    (["--zone", "Mars/Base"], "--zone: found Mars/Base"), (["--rate", "-1"], "--rate"),
    (["--season", "xc", "--year", "1"], "--year"),
  ])
  func `bad options of a fetch are reported`(options: [String], message: String) throws {
    let result = try parse(
      ["fetch", "points", "--store", "S", "--base-url", "http://127.0.0.1:1"] + options)
    #expect(result.exitCode == 64)
    #expect(result.stderr.contains(message), "\(result.stderr)")
  }
}
