import FeedContract
import Foundation
import TestSupport
import Testing

/// `railbird racing …` against the sandbox as a separate process.
struct RacingCommandTests {
  private func racing(
    _ sandbox: FetchSandbox, _ arguments: [String], key: String = FetchSandbox.key
  ) throws -> ProcessResult {
    try RailbirdProcess.run(
      ["racing"] + arguments + ["--base-url", sandbox.url, "--interval", "0"],
      environment: ["RAILBIRD_RACING_API_KEY": key])
  }

  private func objects(_ text: String) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  /// Returns the number of races on a day in the truth.
  private func raceCount(_ sandbox: FetchSandbox, _ day: String) throws -> Int {
    Set(try sandbox.truth().filter { $0.value[0] == day }.keys.map { $0.prefix { $0 != " " } })
      .count
  }

  @Test func `a day is asked for by each command, as text and JSON`() throws {
    let sandbox = try FetchSandbox(days: 2)
    let today = try racing(sandbox, ["today", "--date", "2024-11-02"])
    #expect(today.exitCode == 0 && today.stderr.isEmpty, "\(today.stderr)")
    let count = try raceCount(sandbox, "2024-11-02")
    #expect(count > 0 && today.stdout.split(separator: "\n").count == count)
    let time = #/\d\d:\d\d ET  /#
    #expect(today.stdout.split(separator: "\n").allSatisfy { $0.prefixMatch(of: time) != nil })
    let races = try objects(
      try racing(sandbox, ["today", "--date", "2024-11-02", "--json"]).stdout)
    #expect(
      races.count == count && races.allSatisfy { ($0["date"] as? String)?.hasSuffix("Z") == true })

    let results = try racing(sandbox, ["results", "--date", "2024-11-02"])
    #expect(results.exitCode == 0 && results.stdout.contains("     1  "), "\(results.stdout)")
    let finished = try objects(
      try racing(sandbox, ["results", "--date", "2024-11-02", "--json"]).stdout)
    let runners = try #require(finished.first?["runners"] as? [[String: Any]])
    #expect(runners.contains { $0["position"] as? Int == 1 })

    let upcoming = try racing(sandbox, ["upcoming", "--date", "2024-11-02", "--json"])
    #expect(upcoming.exitCode == 0 && upcoming.stdout == "[]\n")
    #expect(
      try racing(sandbox, ["upcoming", "--date", "2024-11-02"]).stdout
        == "No race of 2024-11-02 is still to go off.\n")
    #expect(
      try racing(sandbox, ["search", "no such horse", "--date", "2024-11-02"]).stdout
        == "No horse with “no such horse” in its own or its people's names runs on 2024-11-02.\n")

    let horse = try #require(runners.first { $0["horseID"] != nil })
    let id = try #require(horse["horseID"] as? String)
    let name = try #require(horse["horse"] as? String)
    let found = try racing(sandbox, ["search", name, "--date", "2024-11-02"])
    #expect(found.exitCode == 0 && found.stdout.contains(name))
    let shown = try racing(sandbox, ["horse", id, "--date", "2024-11-02"])
    #expect(shown.stdout.contains("Name: \(name)") && shown.stdout.contains("Id: \(id)"))
    let listed = try objects(
      try racing(sandbox, ["search", name, "--date", "2024-11-02", "--json"]).stdout)
    #expect(listed.contains { $0["name"] as? String == name && $0["id"] as? String == id })
    let one = try racing(sandbox, ["horse", id, "--date", "2024-11-02", "--json"]).stdout
    let object = try JSONSerialization.jsonObject(with: Data(one.utf8)) as? [String: Any]
    #expect(object?["name"] as? String == name && object?["id"] as? String == id)
  }

  @Test func `upcoming races are those still to go off, the next one first`() throws {
    let times = [
      ("1", "2037-01-15 19:30:00", ""), ("2", "2037-01-15 18:00:00", ""),
      ("3", "2037-01-15 20:00:00", #", "finished": "1""#),
      ("4", "2037-01-15 20:30:00", #", "canceled": "1""#), ("5", "2019-01-15 18:00:00", ""),
    ]
    let list = times.map { id, time, more in
      #"{"id_race": "\#(id)", "course": "Willow Bend (USA)", "date": "\#(time)"\#(more)}"#
    }
    let body = "[" + list.joined(separator: ",") + "]"
    let text = try answered(body, ["upcoming", "--date", "2037-01-15"])
    #expect(text.exitCode == 0 && text.stderr.isEmpty, "\(text.stderr)")
    let lines = text.stdout.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("Willow Bend") })
    #expect(lines.map { $0.prefix(8) } == ["13:00 ET", "14:30 ET"])
    let printed = try answered(body, ["upcoming", "--date", "2037-01-15", "--json"])
    let json = try objects(printed.stdout)
    #expect(json.map { $0["id"] as? String } == ["2", "1"])
    let dates = json.map { ($0["date"] as? String)?.prefix(19) }
    #expect(dates == ["2037-01-15T18:00:00", "2037-01-15T19:30:00"])
  }

  @Test func `the same questions are answered from the store without network and key`() throws {
    let sandbox = try FetchSandbox(days: 2)
    #expect(try sandbox.fetch().exitCode == 0)
    let live = try objects(
      try racing(sandbox, ["results", "--date", "2024-11-02", "--json"]).stdout)
    let count = try sandbox.log().count
    func offline(_ arguments: [String]) throws -> ProcessResult {
      try racing(
        sandbox, arguments + ["--offline", "--store", sandbox.store, "--date", "2024-11-02"],
        key: "")
    }
    let results = try offline(["results", "--json"])
    #expect(results.exitCode == 0, "\(results.stderr)")
    func winners(_ races: [[String: Any]]) -> Set<String> {
      Set(
        races.flatMap { $0["runners"] as? [[String: Any]] ?? [] }
          .filter { $0["position"] as? Int == 1 }.compactMap { $0["horse"] as? String })
    }
    let stored = try objects(results.stdout)
    #expect(winners(stored) == winners(live) && !winners(live).isEmpty)
    let horse = try #require(winners(live).first)
    #expect(try offline(["search", horse]).stdout.contains(horse))
    let shown = try offline(["horse", horse]).stdout
    #expect(shown.contains("Wins: ") && shown.contains("\nLast raced: 2024-11-02\n"), "\(shown)")
    let races = try offline(["today"]).stdout.split(separator: "\n")
    #expect(races.count == (try raceCount(sandbox, "2024-11-02")))
    #expect(try sandbox.log().count == count)
  }

  @Test func `ROI comes from the store, as in its report`() throws {
    let sandbox = try FetchSandbox(days: 3)
    #expect(try sandbox.fetch().exitCode == 0)
    let out = sandbox.folder.file("report")
    let report = try RailbirdProcess.run([
      "report", "--store", sandbox.store, "--by", "jockey,trainer", "--windows", "30d", "--as-of",
      "2024-11-04", "--out", out,
    ])
    #expect(report.exitCode == 0, "\(report.stderr)")
    let names = ["sp_roi", "runs", "win_rate"]
    for role in ["jockey", "trainer"] {
      let rows = try sandbox.rows("\(out)/\(role).csv", key: [role], names)
      let result = try racing(
        sandbox,
        [
          "roi", role, "--store", sandbox.store, "--date", "2024-11-04", "--limit", "0", "--json",
        ])
      #expect(result.exitCode == 0, "\(result.stderr)")
      let people = try objects(result.stdout)
      #expect(people.count == rows.count && people.count > 3)
      for person in people {
        let name = try #require(person["name"] as? String)
        #expect(person["roi_30_days"] as? Double == Double(rows[name]?[0] ?? ""), "\(name)")
        #expect(person["sample_size"] as? Int == Int(rows[name]?[1] ?? ""), "\(name)")
        #expect(person["is_estimated"] as? Bool == false)
        let rate = try #require(Double(rows[name]?[2] ?? ""))
        let percentage = try #require(person["win_percentage"] as? Double)
        #expect(abs(percentage - 100 * rate) < 1e-6, "\(name)")
        // All of it lies within the shortest window.
        for window in ["roi_90_days", "roi_1_year"] {
          #expect(person[window] as? Double == person["roi_30_days"] as? Double, "\(name)")
        }
      }
      let text = try racing(sandbox, ["roi", role, "--store", sandbox.store])
      #expect(text.stdout.split(separator: "\n").count == min(11, people.count + 1))
    }
  }

  @Test func `the selftest prints a symbol, a name and a status for each check`() throws {
    let sandbox = try FetchSandbox(days: 2)
    let result = try racing(sandbox, ["selftest", "--date", "2024-11-02"])
    let lines = result.stdout.split(separator: "\n").filter { !$0.hasPrefix("    ") }
    #expect(lines.count == 13, "\(result.stdout)")
    let form = #/([✓!]) (.+?) (passed|warning)(: .+)?/#
    let shown = try lines.map { try #require($0.wholeMatch(of: form), "\($0)") }
    #expect(
      shown.map { String($0.2) } == [
        "API Key Format", "API Connection", "Today's Races", "Race Details", "Race Results",
        "Horse Search", "Horse Details", "Horse Results", "Jockey Statistics",
        "Trainer Statistics", "Data Mapping", "Error Handling", "Rate Limiting",
      ])
    #expect(shown.allSatisfy { ($0.1 == "✓") == ($0.3 == "passed") })
    #expect(lines.first?.hasPrefix("✓ API Key Format passed") == true)
    #expect(lines.contains { $0.hasPrefix("✓ Race Results passed: ") })
    #expect(result.exitCode == 0, "\(result.stdout)")
    let refused = try racing(
      sandbox, ["selftest", "--json"], key: String(repeating: "x", count: 32))
    #expect(refused.exitCode == 1)
    let checks = try objects(refused.stdout)
    #expect(checks.count == 13 && checks[2]["status"] as? String == "failed")
    let failed = try racing(sandbox, ["selftest"], key: String(repeating: "x", count: 32))
    #expect(failed.exitCode == 1)
    #expect(failed.stdout.contains("\n✗ Today's Races failed: Invalid API key."))
  }

  @Test func `the status says whether the service answers and can be used`() throws {
    let sandbox = try FetchSandbox(days: 2)
    let good = try racing(sandbox, ["status"])
    #expect(good.exitCode == 0 && good.stdout.contains("API Status: true\nCan use real data: true"))
    #expect(!good.stdout.contains(FetchSandbox.key))
    let bad = try racing(sandbox, ["status", "--json"], key: "")
    #expect(bad.exitCode == 1 && bad.stdout.contains(#""can_use_real_data":false"#))
    #expect(bad.stdout.contains(#""api_status":false"#))
    // A key that has the form of one, and a service that does not answer.
    let down = try answered(#"{"message": "busy"}"#, status: 503, ["status"])
    #expect(down.exitCode == 1 && down.stderr.contains("503"), "\(down.stderr)")
    #expect(down.stdout.contains("API Status: false\nCan use real data: true"))
  }

  @Test(arguments: [
    ("short-key", "9 characters"),
    ("your-rapidapi-key-your-rapidapi-key", "characters other than letters and digits"),
  ])
  func `a key that cannot be one is refused before anything is sent`(
    key: String, found: String
  ) throws {
    let sandbox = try FetchSandbox(days: 2)
    let text = "found \(found); expected at least 32 letters and digits. Nothing was sent"
    for command in ["today", "results", "status", "selftest"] {
      let result = try racing(sandbox, [command, "--json"], key: key)
      #expect(result.exitCode == 1 && !result.stdout.contains(#""can_use_real_data":true"#))
      #expect((result.stderr + result.stdout).contains(found), "\(command): \(result.stderr)")
      #expect(!(result.stderr + result.stdout).contains(key))
    }
    let fetch = try RailbirdProcess.run(
      sandbox.arguments, environment: ["RAILBIRD_RACING_API_KEY": key])
    #expect(fetch.exitCode == 1 && fetch.stderr.contains(text), "\(fetch.stderr)")
    #expect(try sandbox.log().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
  }

  @Test func `one race and a person's counts are commands`() throws {
    let sandbox = try FetchSandbox(days: 2)
    let races = try objects(
      try racing(sandbox, ["results", "--date", "2024-11-02", "--json"]).stdout)
    let id = try #require(races.first?["id"] as? String)
    let runners = try #require(races.first?["runners"] as? [[String: Any]])
    let race = try racing(sandbox, ["race", id])
    #expect(race.exitCode == 0 && race.stderr.isEmpty, "\(race.stderr)")
    #expect(race.stdout.split(separator: "\n").count == runners.count + 1)
    let json = try racing(sandbox, ["race", id, "--json"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.stdout.utf8)) as? [String: Any])
    #expect(object["id"] as? String == id)
    let unknown = try racing(sandbox, ["race", "no-such-race"])
    #expect(unknown.exitCode == 1 && unknown.stdout.isEmpty)
    let jockey = try #require(runners.lazy.compactMap { $0["jockey"] as? String }.first)
    let stats = try racing(sandbox, ["stats", "jockey", jockey, "--days", "90", "--json"])
    #expect(stats.exitCode == 0, "\(stats.stderr)")
    let counts = try #require(
      try JSONSerialization.jsonObject(with: Data(stats.stdout.utf8)) as? [String: Any])
    #expect(counts["name"] as? String == jockey && counts["is_derived"] as? Bool == false)
    #expect(counts["days"] as? Int == 90 && (counts["runs"] as? Int ?? 0) > 0)
    #expect(try sandbox.log().contains { $0.target == "/jockeys-win-rate?last_days=90" })
    #expect(try sandbox.fetch().exitCode == 0)
    let offline = try racing(
      sandbox, ["race", id, "--offline", "--store", sandbox.store, "--date", "2024-11-02"], key: "")
    #expect(offline.exitCode == 0 && offline.stdout.contains(":"), "\(offline.stderr)")
  }

  @Test func `a nearly used quota says how long it waits and why, before it does`() throws {
    let server = try ScriptedServer { request in
      let quota = [("Limit", "100"), ("Remaining", "1"), ("Reset", "4")]
      let list = #"[{"id_race": "1", "date": "2024-11-02 18:00:00", "finished": "1"}]"#
      return request.target.hasPrefix("/results")
        ? .json(list, headers: quota.map { ("X-RateLimit-Requests-" + $0, $1) })
        : .json(#"{"id_race": "1", "horses": [{"horse": "Ann", "id_horse": "7"}]}"#)
    }
    let options = ["--interval", "0", "--base-url", server.url.absoluteString]
    let key = ["RAILBIRD_RACING_API_KEY": FetchSandbox.key]
    let text =
      "waiting 4 s before GET /race/1: the service's quota has 1 of 100 requests left, and is "
      + "renewed in 4 s"
    let results = try RailbirdProcess.run(
      ["racing", "results", "--date", "2024-11-02"] + options, environment: key)
    #expect(results.exitCode == 0, "\(results.stderr)")
    #expect(results.stderr == "railbird: racing: \(text)\n")
    let folder = try TemporaryFolder()
    let fetch = try RailbirdProcess.run(
      [
        "fetch", "racing", "--store", folder.file("S"), "--from", "2024-11-02", "--to",
        "2024-11-02",
      ] + options, environment: key)
    #expect(fetch.stderr.contains("the service's quota has 1 of 100"), "\(fetch.stderr)")
  }

  @Test func `a day whose single race fails keeps the others`() throws {
    let server = try ScriptedServer { request in
      switch request.target.prefix(8) {
      case "/results":
        .json(
          #"[{"id_race": "1", "date": "2024-11-02 18:00:00", "finished": "1"}, "#
            + #"{"id_race": "2", "date": "2024-11-02 18:30:00", "finished": "1"}]"#)
      case "/race/1": .json(#"{"message": "busy"}"#, status: 500)
      default:
        .json(
          #"{"id_race": "2", "date": "2024-11-02 18:30:00", "finished": "1", "#
            + #""horses": [{"horse": "Ann", "id_horse": "7", "position": "1"}]}"#)
      }
    }
    let result = try RailbirdProcess.run(
      [
        "racing", "results", "--json", "--date", "2024-11-02", "--interval", "0", "--attempts", "1",
        "--base-url", server.url.absoluteString,
      ], environment: ["RAILBIRD_RACING_API_KEY": FetchSandbox.key])
    #expect(result.exitCode == 65, "\(result.stderr)")
    #expect(try objects(result.stdout).count == 2)
    #expect(
      result.stderr == "railbird: racing: left out: GET /race/1: found status 500: busy; expected "
        + "the race's runners\n")
  }

  @Test func `a refused key is reported with the guide's three checks`() throws {
    let sandbox = try FetchSandbox(days: 2)
    let key = String(repeating: "x", count: 40)
    let result = try racing(sandbox, ["today"], key: key)
    #expect(result.exitCode == 1 && result.stdout.isEmpty)
    #expect(
      result.stderr.hasPrefix(
        "railbird: racing: Invalid API key. Please check your RapidAPI key. (status 401 to GET "
          + "/racecards: Invalid API key. Go to "),
      "\(result.stderr)")
    #expect(
      result.stderr.contains(
        ")\n  - Ensure the API key is correctly copied from the RapidAPI dashboard.\n"),
      "\(result.stderr)")
    #expect(
      result.stderr.contains("  - The key comes from RAILBIRD_RACING_API_KEY, or from the file"))
    #expect(result.stderr.contains("32+ characters") && result.stderr.contains("subscription"))
    #expect(!result.stderr.contains(key))
  }

  @Test(arguments: ["today", "results", "status", "selftest"])
  func `without a key the variable that it is looked for in is named`(command: String) throws {
    let sandbox = try FetchSandbox(days: 2)
    let result = try racing(sandbox, [command], key: "")
    #expect(result.exitCode == 1)
    #expect(
      result.stderr.contains(
        "railbird: racing: found no API key; expected one in the environment variable "
          + "RAILBIRD_RACING_API_KEY, or a file of mode 0600"), "\(result.stderr)")
    #expect(try sandbox.log().isEmpty)
  }

  private func answered(_ body: String, status: Int = 200, _ arguments: [String]) throws
    -> ProcessResult
  {
    let server = try ScriptedServer { _ in .json(body, status: status) }
    return try RailbirdProcess.run(
      ["racing"] + arguments
        + ["--base-url", server.url.absoluteString, "--interval", "0", "--attempts", "1"],
      environment: ["RAILBIRD_RACING_API_KEY": FetchSandbox.key])
  }

  @Test(arguments: [
    (
      400, #"{"message": "2019-01-01 is too long ago\u001b[2J"}"#,
      "Server error: 400 (GET /racecards: 2019-01-01 is too long ago)"
    ),
    (422, #"{"message": "No \#(FetchSandbox.key)"}"#, "Server error: 422 (GET /racecards: No •••)"),
    (
      502, "<html><title>502 Bad Gateway</title></html>",
      "Server error: 502 (GET /racecards: an HTML page, “502 Bad Gateway”)"
    ),
    (
      200, "<html><title>Log in</title></html>",
      "Invalid response from server. (GET /racecards: found an HTML page, “Log in”; expected JSON)"
    ),
    (
      200, " ",
      "Invalid response from server. (GET /racecards: found an empty body; expected JSON)"
    ),
    (
      200, #"[{"course": "x"}]"#,
      "Invalid response from server. (GET /racecards, [0]: found no race_id or id_race; "
        + "expected a text or number)"
    ),
  ])
  func `an error names the call and the service's words, and nothing else is said`(
    status: Int, body: String, text: String
  ) throws {
    let result = try answered(body, status: status, ["today"])
    #expect(result.exitCode == (status == 200 ? 65 : 1) && result.stdout.isEmpty)
    #expect(result.stderr == "railbird: racing: \(text)\n")
  }

  @Test func `the log is reported where it is asked for alone`() throws {
    let quiet = try answered(#"{"message": "busy"}"#, status: 429, ["today"])
    #expect(!quiet.stderr.contains("warning") && quiet.stderr.contains("(status 429 to GET "))
    let loud = try answered(#"{"message": "busy"}"#, status: 429, ["today", "--verbose"])
    #expect(loud.stderr.contains(" warning racing: GET /racecards: 429"))
  }

  @Test(arguments: [["today"], ["results"], ["results", "--json"]])
  func `an element without an id is reported on standard error`(arguments: [String]) throws {
    let runners = #""runners": [{"horse": "A", "position": 1}]"#
    let good = (1...6).map { #"{"id_race": "\#($0)", "date": "2024-11-02 18:00:00", \#(runners)}"# }
    let list = "[" + (good + [#"{"date": "2024-11-02 18:00:00"}"#]).joined(separator: ",") + "]"
    let result = try answered(list, arguments)
    #expect(result.exitCode == 65)
    let call = arguments[0] == "today" ? "/racecards" : "/results"
    #expect(
      result.stderr
        == "railbird: racing: left out: GET \(call), [6]: found no race_id or id_race; expected a "
        + "text or number\n")
    let logged = try answered(list, arguments + ["--verbose"])
    #expect(logged.stderr.components(separatedBy: "left out").count == 2, "\(logged.stderr)")
  }

  @Test func `of many elements that are left out the first ones are reported`() throws {
    let list = "[{\"id_race\": \"1\"}" + String(repeating: ",{}", count: 300) + "]"
    let result = try answered(list, ["today"])
    let lines = result.stderr.split(separator: "\n")
    #expect(lines.count == 21 && lines[20].hasSuffix("left out: more, which --verbose lists"))
  }

  @Test func `too many requests are reported with the guide's hints`() throws {
    let sandbox = try FetchSandbox(days: 2, ["--fault", "429:1", "--rate", "0"])
    let result = try racing(sandbox, ["today", "--attempts", "1"])
    #expect(result.exitCode == 1)
    #expect(result.stderr.contains("Rate limit exceeded."))
    let hints = [
      "Insert delays between requests to adhere to rate limits (1-second minimum).",
      "Consider implementing exponential backoff strategies.",
      "Utilize batch processing methods for making multiple requests.",
    ]
    #expect(result.stderr.hasSuffix(hints.map { "  - \($0)\n" }.joined()), "\(result.stderr)")
  }

  @Test func `a day without races is reported with the guide's hints`() throws {
    let sandbox = try FetchSandbox(days: 2)
    let result = try racing(sandbox, ["today", "--date", "2019-01-01"])
    #expect(result.exitCode == 1)
    #expect(
      result.stderr
        == "railbird: racing: No data available.\n"
        + "  - Verify if races are scheduled on the current date for proper context.\n"
        + "  - Validate API endpoint availability and accessibility.\n"
        + "  - Confirm consistent network connectivity during requests.\n")
  }

  @Test func `the log of requests is text or JSON, and never has the key`() throws {
    let sandbox = try FetchSandbox(days: 2)
    let text = try racing(sandbox, ["today", "--date", "2024-11-02", "--verbose"])
    #expect(text.stderr.contains("debug racing: GET /racecards: 200"))
    let json = try racing(
      sandbox, ["today", "--date", "2024-11-02", "--verbose", "--log-format", "json"])
    let lines = json.stderr.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      let fields = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
      #expect(fields["logger"] == "racing" && fields["level"] == "debug")
    }
    #expect(!text.stderr.contains(FetchSandbox.key) && !json.stderr.contains(FetchSandbox.key))
  }

  @Test func `a key comes from a file that only its owner can read`() throws {
    let sandbox = try FetchSandbox(days: 2)
    let path = try sandbox.folder.write("RAILBIRD_RACING_API_KEY=\(FetchSandbox.key)\n", to: "keys")
    let arguments = ["today", "--date", "2024-11-02", "--credentials", path]
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let open = try racing(sandbox, arguments, key: "")
    #expect(open.exitCode == 1 && open.stderr.contains("chmod 600"))
    #expect(!open.stderr.contains(FetchSandbox.key))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(try racing(sandbox, arguments, key: "").exitCode == 0)
  }

  @Test(arguments: [
    ["today", "--date", "yesterday"], ["today", "--offline"], ["roi"], ["roi", "owner"],
    ["horse"], ["roi", "jockey"], ["roi", "jockey", "--store", "S", "--limit", "-1"],
    ["today", "--log-format", "xml"],
    ["today", "--base-url", "http://racing.example"],
  ])
  func `bad usage ends with 64`(arguments: [String]) throws {
    #expect(try parse(["racing"] + arguments).exitCode == 64)
  }
}
