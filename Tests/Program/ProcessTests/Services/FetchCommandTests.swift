import FeedContract
import Foundation
import TestSupport
import Testing

@Suite(.tags(.slow)) struct FetchCommandTests {
  @Test func `a season is fetched, and its report is what the truth says`() throws {
    let work = try FetchSandbox(days: 30, racesPerDay: 2, ["--rate", "100"])
    let fetched = try work.fetch(Self.hundredASecond)
    #expect(fetched.exitCode == 0, "\(fetched.stderr)")
    let races = Set(try work.truth().keys.map { $0.prefix { $0 != " " } }).count
    #expect(fetched.stdout.hasPrefix("2024-11-01 to 2024-11-30: 30 days, \(races) races\n"))
    #expect(fetched.stdout.contains(" 0 rejected"))
    let truth = try work.truth()
    #expect(try work.runners() == truth)
    let out = work.folder.file("out")
    let report = try RailbirdProcess.run([
      "report", "--store", work.store, "--by", "jockey", "--windows", "all", "--as-of",
      "2024-12-01", "--out", out,
    ])
    #expect(report.exitCode == 0, "\(report.stderr)")
    let rows = try work.rows(
      out + "/jockey.csv", key: ["jockey"], ["runs", "wins", "sp_bets", "sp_returned", "sp_roi"])
    func race(_ runner: String) -> Substring { runner.prefix { $0 != " " } }
    let winners = Dictionary(
      truth.filter { $0.value[5] == "1" }.map { (race($0.key), 1) }, uniquingKeysWith: +)
    var expected: [String: PlainFigures] = [:]
    for (key, runner) in truth where ["finished", "did_not_finish"].contains(runner[4]) {
      guard !runner[1].isEmpty else { continue }
      expected[runner[1], default: PlainFigures()].count(
        position: runner[5], price: runner[6], winners: winners[race(key)] ?? 0)
    }
    #expect(rows == expected.mapValues(\.cells))
    try againOnlyTheLastDays(work)
  }

  @Test func `a store that replay rebuilds from the archived answers is the one that was fetched`()
    throws
  {
    let work = try FetchSandbox(days: 35, ["--rate", "0"])
    #expect(try work.fetch(["--from", "2024-11-01", "--to", "2024-12-05"]).exitCode == 0)
    let race = try #require(try work.truth().first { $0.value[5] == "1" }?.key)
    try work.call("/sandbox/amend?race=\(race.dropFirst(5).prefix { $0 != " " })", method: "POST")
    let again = ["--from", "2024-11-01", "--to", "2024-12-05", "--refresh-days", "35"]
    #expect(try work.fetch(again).stdout.contains("1 changed"))
    let original = try exported(work.store, work)
    let target = work.folder.file("rebuilt")
    for options in [["--into", target], ["--threads", "1"]] {
      let replay = try RailbirdProcess.run(["replay", "--store", work.store] + options)
      let line = /\d imports, [\d,]+ rows, [\d,]+ bytes in \d+\.\d\d s, \d+ MB\/s; .+\n/
      #expect(replay.stdout.wholeMatch(of: line) != nil, "\(replay.stdout)\(replay.stderr)")
    }
    for store in [target, work.store] {
      let rebuilt = try exported(store, work)
      #expect(rebuilt.keys.sorted() == original.keys.sorted() && original.count >= 5)
      for (table, text) in original { #expect(rebuilt[table] == text, "\(table)") }
    }
    let address = "/fetch/racing.url"
    let noted = try #require(FileManager.default.contents(atPath: work.store + address))
    #expect(FileManager.default.contents(atPath: target + address) == noted)
  }

  @Test func `a damaged journal ends a replay with its name, whatever is read ahead`() throws {
    let work = try FetchSandbox(days: 12, ["--rate", "0"])
    for day in ["2024-11-03", "2024-11-06", "2024-11-09", "2024-11-12"] {
      let fetched = try work.fetch(["--from", "2024-11-01", "--to", day, "--refresh-days", "0"])
      #expect(fetched.exitCode == 0, "\(fetched.stderr)")
    }
    let archive = work.store + "/archive/"
    let largest = try #require(
      try FileManager.default.contentsOfDirectory(atPath: archive).filter { $0.count == 64 }
        .max { Self.size(archive + $0) < Self.size(archive + $1) })
    let bytes = try #require(FileManager.default.contents(atPath: archive + largest))
    try bytes.dropLast().write(to: URL(filePath: archive + largest))
    for _ in 0..<LongForm.count(8, short: 3, "replays of a damaged journal") {
      let replay = try RailbirdProcess.run(["replay", "--store", work.store])
      #expect(replay.exitCode == 1, "\(replay.stderr)")
      #expect(replay.stderr.contains("archive/\(largest)"), "\(replay.stderr)")
      #expect(replay.stderr.split(separator: "\n").count == 1, "\(replay.stderr)")
    }
  }

  private static func size(_ file: String) -> Int {
    FileManager.default.contents(atPath: file)?.count ?? 0
  }

  /// Returns all tables as CSV.
  private func exported(_ store: String, _ work: FetchSandbox) throws -> [String: Data] {
    let out = work.folder.file(UUID().uuidString)
    let result = try RailbirdProcess.run([
      "export", "--store", store, "--to", "csv", "--table", "all", "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.stderr)")
    return try Dictionary(
      uniqueKeysWithValues: files(below: out).map {
        ($0, try Data(contentsOf: URL(filePath: out + "/" + $0)))
      })
  }

  private static let hundredASecond = ["--interval", "0.01"]

  private func againOnlyTheLastDays(_ work: FetchSandbox) throws {
    let before = try work.bytes()
    let count = try work.log().count
    #expect(try work.fetch(Self.hundredASecond).exitCode == 0)
    let asked = try work.log().dropFirst(count).map(\.target)
    let days = asked.filter { $0.contains("date=") }.map { String($0.suffix(10)) }
    #expect(Set(days) == ["2024-11-28", "2024-11-29", "2024-11-30"])
    #expect(try work.bytes() == before)
    let races = try work.truth().filter { $0.value[0] >= "2024-11-28" && $0.value[5] == "1" }
    let race = try #require(races.keys.min()).dropFirst(5).prefix { $0 != " " }
    try work.call("/sandbox/amend?race=\(race)", method: "POST")
    #expect(try work.fetch(Self.hundredASecond).stdout.contains("1 changed"))
    #expect(try work.runners() == work.truth())
  }

  @Test func `kills cost nothing but the request in flight`() throws {
    let work = try FetchSandbox(days: 8, racesPerDay: 4)
    var random = SeededGenerator(41)
    let count = LongForm.count(10, short: 4, "kills of a fetch")
    var kills = 0
    while kills < count {
      let process = try work.start(["--interval", "0.05"])
      Thread.sleep(forTimeInterval: Double.random(in: 0.05...0.3, using: &random))
      guard process.isRunning else { break }
      process.kill()
      kills += 1
      #expect(try process.wait().exitCode == -SIGKILL)
      let verified = try RailbirdProcess.run(["verify", "--store", work.store])
      #expect(verified.exitCode == 0 || verified.stderr.contains("found no store"))
    }
    #expect(kills == count)
    let done = try work.fetch(["--refresh-days", "0"])
    #expect(done.exitCode == 0, "\(done.stderr)")
    #expect(try work.runners() == work.truth())
    let asked = try work.log().map(\.target)
    let repeats = Dictionary(asked.map { ($0, 1) }, uniquingKeysWith: +).values.map { $0 - 1 }
    #expect(repeats.reduce(0, +) <= kills, "seed \(SeededGenerator.seed), \(kills) kills")
    #expect(try RailbirdProcess.run(["verify", "--store", work.store]).exitCode == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interrupted fetch stores what it has and goes on`(signal: Int32) throws {
    let work = try FetchSandbox(days: 8)
    let process = try work.start(["--interval", "0.05"])
    while try work.log().count < 6 {}
    process.send(signal)
    let cut = try process.wait()
    #expect(cut.exitCode == 130)
    #expect(cut.stderr.contains("run the same command again"))
    let stored = try RailbirdProcess.run(["verify", "--store", work.store])
    #expect(stored.exitCode == 0, "\(stored.stderr)")
    #expect(try work.fetch().exitCode == 0)
    let asked = try work.log().map(\.target)
    // The request under way was broken off.
    #expect(asked.count - Set(asked).count <= 1)
    #expect(try work.runners() == work.truth())
  }

  @Test func `a service that fails in every way gives the same store in the end`() throws {
    let faults = "429:0.02,500:0.03,502:0.02,slow:0.03,reset:0.03,truncated:0.03,malformed:0.05"
    let work = try FetchSandbox(
      days: 3, ["--rate", "0", "--slow-seconds", "0.1", "--fault", faults])
    var result = try work.fetch()
    for _ in 0..<5 where result.exitCode != 0 || result.stdout.contains("not readable") {
      result = try work.fetch()
    }
    #expect(result.exitCode == 0, "\(result.stdout)\(result.stderr)")
    #expect(try work.runners() == work.truth())
  }

  @Test func `answers that cannot be read end in an exit code of their own`() throws {
    let work = try FetchSandbox(days: 2, ["--rate", "0", "--fault", "malformed:0.7"])
    let cut = try work.fetch(["--quiet"])
    // So many broken answers leave some lists unread, or all of them.
    #expect(cut.exitCode == (cut.stderr.contains("none of the lists") ? 1 : 65), "\(cut.stderr)")
    #expect(cut.stdout.isEmpty && cut.stderr.split(separator: "\n").count == 1)
  }

  @Test func `what is odd in lists, and what is refused, is reported`() throws {
    let race = #"{"id_race":"7","finished":"1","horses":[{"horse":"Ann","id_horse":"1"}]}"#
    let server = try ScriptedServer { request in
      switch request.target {
      case "/racecards?date=2024-11-01": .json(#"[{"id_race":"7"},{"id_race":{"a":1}},null]"#)
      case "/results?date=2024-11-01": .json("[{}]")
      case "/race/7": .json(race)
      case "/racecards?date=2024-11-02": .json(#"[{"id_race":"8"},{"id_race":"9"}]"#)
      case "/race/8": .json(#"{"message": "8 is \u001b[1mno race"}"#, status: 400)
      default: .json("{}", status: 404)
      }
    }
    let folder = try TemporaryFolder()
    let result = try RailbirdProcess.run(
      [
        "fetch", "racing", "--store", folder.file("S"), "--base-url", server.url.absoluteString,
        "--from", "2024-11-01", "--to", "2024-11-02", "--interval", "0",
      ], environment: ["RAILBIRD_RACING_API_KEY": FetchSandbox.key])
    #expect(result.exitCode == 65)
    let told = result.stdout.split(separator: "\n")
    #expect(told.contains("not there: /race/9"))
    #expect(
      told.contains(
        "refused: /results?date=2024-11-02 (status 404), /race/8 (status 400: 8 is no race)"))
    #expect(told.contains("not readable, requested again next time: /results?date=2024-11-01"))
    let stray = "/racecards?date=2024-11-01: 2 of 3 elements are no race with an id"
    #expect(result.stderr.split(separator: "\n").count { $0.contains(stray) } == 1)
    #expect(result.stderr.contains("/results?date=2024-11-01: found no race with an id; expected "))
  }

  @Test(arguments: [
    (200, "{}", 1), (204, "", 1), (200, "null", 1), (200, "[{},null]", 1), (200, "[]", 0),
    (304, "", 1), (300, "[]", 1), (206, "[]", 1),
  ])
  func `a service that gives no list for any day is no season without races`(
    status: Int, body: String, exitCode: Int32
  ) throws {
    let server = try ScriptedServer { _ in .json(body, status: status) }
    let folder = try TemporaryFolder()
    let store = folder.file("S")
    let result = try RailbirdProcess.run(
      [
        "fetch", "racing", "--store", store, "--base-url", server.url.absoluteString,
        "--from", "2024-11-01", "--to", "2024-11-02", "--interval", "0",
      ], environment: ["RAILBIRD_RACING_API_KEY": FetchSandbox.key])
    #expect(result.exitCode == exitCode, "\(result.stdout)\(result.stderr)")
    // Each of the four lists once; one that cannot be read three times.
    #expect(server.requests.count == (exitCode == 0 ? 4 : 12))
    guard exitCode != 0 else { return }
    #expect(
      result.stderr.contains("/results?date=2024-11-02: found ")
        && result.stderr.contains("expected a JSON list of races; it is requested again next time"))
    let lack = status == 204 ? "has data" : "could be read"
    #expect(result.stderr.contains("none of the requested lists \(lack)"))
    #expect(result.stdout.contains("not readable") == (status != 204))
    #expect(
      result.stdout.contains("no data, requested again next time: /racecards?") == (status == 204))
  }

  @Test func `rows that were rejected are reported with the command that shows them`() throws {
    let runner = #"{"horse":"A","id_horse":"1","number":"1","jockey":{"name":"Bo"}}"#
    let card = #"[{"id_race":"7","course":"Nowhere","horses":[\#(runner),\#(runner)]}]"#
    let server = try ScriptedServer { request in
      .json(request.target.hasPrefix("/racecards") ? card : "[]", status: 200)
    }
    let folder = try TemporaryFolder()
    let store = folder.file("S")
    let command = [
      "fetch", "racing", "--store", store, "--base-url", server.url.absoluteString,
      "--from", "2024-11-01", "--to", "2024-11-01", "--interval", "0",
    ]
    let key = ["RAILBIRD_RACING_API_KEY": FetchSandbox.key]
    let result = try RailbirdProcess.run(command, environment: key)
    #expect(result.exitCode == 0 && result.stdout.contains("2 rejected"), "\(result.stdout)")
    let hint = "2 rows were rejected; see: railbird rejects --store \(store)\n"
    #expect(result.stderr.hasSuffix(hint), "\(result.stderr)")
    // The same answers again are no new rows.
    let again = try RailbirdProcess.run(command, environment: key)
    #expect(again.exitCode == 0 && !again.stderr.contains("rejected"), "\(again.stderr)")
  }

  @Test func `away from a terminal a fetch states once a minute how far it is`() throws {
    // 65 requests a second apart, so that the second minute has begun.
    let work = try FetchSandbox(days: 32, racesPerDay: 1)
    let started = Date()
    let process = try work.start(["--to", "2024-12-02", "--interval", "1"])
    while process.isRunning, started.timeIntervalSinceNow > -90, process.stderrSoFar.isEmpty {
      Thread.sleep(forTimeInterval: 0.2)
    }
    let seconds = -started.timeIntervalSinceNow
    process.send(SIGINT)
    let lines = try process.wait().stderr.split(separator: "\n")
    #expect((60...90).contains(seconds), "\(seconds) s")
    let told = /2024-1\d-\d\d: \d+ requests done, about \d+ left, \d+ (s|min), [\d.]+\/s/
    #expect(lines.count { $0.wholeMatch(of: told) != nil } == 1, "\(lines)")
  }

  @Test(arguments: [10, 40]) func `progress stays on its line`(columns: Int) throws {
    let work = try FetchSandbox(days: 3)
    let result = try RailbirdProcess.runOnTerminal(
      work.arguments + ["--interval", "0.05"], columns: columns,
      environment: ["RAILBIRD_RACING_API_KEY": FetchSandbox.key])
    let updates = result.stdout.split(separator: "\r\u{1B}[K")
      .prefix { !$0.contains("\n") }
    #expect(updates.count > 2, "\(result.stdout)\(result.stderr)")
    #expect(updates.allSatisfy { $0.count < columns }, "\(updates)")
  }

  @Test func `two signals are reported once`() throws {
    let work = try FetchSandbox(
      days: 8, ["--rate", "0", "--slow-seconds", "1", "--fault", "slow:1"])
    let process = try work.start()
    while try work.log().isEmpty {}
    for signal in [SIGTERM, SIGINT, SIGTERM] { process.send(signal) }
    let cut = try process.wait()
    #expect(cut.exitCode == 130)
    #expect(cut.stderr.components(separatedBy: "stopping; ").count == 2, "\(cut.stderr)")
  }

  @Test func `cards become results when the day moves on`() throws {
    let work = try FetchSandbox(days: 4, ["--rate", "0", "--today", "2024-11-03"])
    #expect(try work.fetch().exitCode == 0)
    #expect(try work.runners().values.contains { $0[4] == "unresolved" })
    try work.call("/sandbox/today?date=2024-11-05", method: "POST")
    #expect(try work.fetch().exitCode == 0)
    #expect(try work.runners() == work.truth())
  }

  @Test func `the key is told nowhere, and a wrong one is refused`() throws {
    let work = try FetchSandbox(days: 2)
    let good = try work.fetch(["--verbose"])
    let wrong = "wrongkeywrongkeywrongkeywrongkey"
    let refused = try RailbirdProcess.run(
      work.arguments + ["--refresh-days", "9"], environment: ["RAILBIRD_RACING_API_KEY": wrong])
    #expect(refused.exitCode == 1)
    #expect(refused.stderr.contains("refused the API key"))
    for text in [good.stdout, good.stderr, refused.stdout, refused.stderr] {
      #expect(!text.contains(FetchSandbox.key) && !text.contains(wrong))
    }
    for (file, bytes) in try work.bytes() {
      for key in [FetchSandbox.key, wrong] {
        #expect(bytes.range(of: Data(key.utf8)) == nil, "\(file)")
      }
    }
    #expect(try RailbirdProcess.run(["verify", "--store", work.store]).exitCode == 0)
  }

  @Test func `the key may come from a file that only its owner reads`() throws {
    let work = try FetchSandbox(days: 1)
    let file = try work.folder.write(
      "RAILBIRD_RACING_API_KEY=\(FetchSandbox.key)\n", to: "credentials")
    chmod(file, 0o644)
    let none = ["RAILBIRD_RACING_API_KEY": ""]
    let exposed = try RailbirdProcess.run(
      work.arguments + ["--credentials", file], environment: none)
    #expect(exposed.exitCode == 1 && exposed.stderr.contains("mode 0644"))
    chmod(file, 0o600)
    let read = try RailbirdProcess.run(work.arguments + ["--credentials", file], environment: none)
    #expect(read.exitCode == 0, "\(read.stderr)")
    let without = try RailbirdProcess.run(
      work.arguments + ["--refresh-days", "9"], environment: none)
    let missing =
      "railbird: found no API key; expected one in the environment variable "
      + "RAILBIRD_RACING_API_KEY, or a file of mode 0600 with a line RAILBIRD_RACING_API_KEY=…, given "
      + "by --credentials FILE\n"
    #expect(without.exitCode == 1 && without.stderr == missing)
  }

  @Test(arguments: [
    (["--from", "yesterday"], "--from: found yesterday; expected YYYY-MM-DD"),
    (
      ["--from", "2024-02-30"],
      "--from: found 2024-02-30; expected a day of the calendar, and there is no such day"
    ),
    (
      ["--from", "2024-11-02", "--to", "2024-11-01"], "--to: found 2024-11-01; expected a day from"
    ),
    (["--interval", "-1"], "--interval"), (["--refresh-days", "-1"], "--refresh-days"),
    (["--base-url", "http://api.example"], "--base-url: found http://api.example; expected https"),
    (["--base-url", "ftp://api.example"], "base-url"),
  ])
  func `bad usage is reported`(options: [String], message: String) throws {
    let result = try parse(["fetch", "racing", "--store", "S"] + options)
    #expect(result.exitCode == 64)
    #expect(result.stderr.contains(message), "\(result.stderr)")
  }
}
