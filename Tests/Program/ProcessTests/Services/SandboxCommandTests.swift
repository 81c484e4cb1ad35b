import Foundation
import TestSupport
import Testing

struct SandboxCommandTests {
  private static let small = ["--days", "2", "--races-per-day", "2"]

  @Test(arguments: [SIGINT, SIGTERM])
  func `the sandbox prints its URL and key at once, and ends in order`(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let truth = folder.file("truth.csv")
    let process = try RailbirdProcess.start(["sandbox", "--truth", truth] + Self.small)
    defer { process.kill() }
    while process.stdoutSoFar.count(where: \.isNewline) < 7, process.isRunning {
      Thread.sleep(forTimeInterval: 0.01)
    }
    let lines = process.stdoutSoFar.split(separator: "\n")
    try #require(lines.count == 7)
    #expect(lines[0].wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+/) != nil)
    #expect(lines[1] == "RAILBIRD_RACING_API_KEY=railbirdsandboxkey00000000000000")
    #expect(lines[2] == "RAILBIRD_SPORTSBOOK_USERNAME=user@example.test")
    #expect(lines[3] == "RAILBIRD_SPORTSBOOK_PASSWORD=railbirdsandboxpassword")
    #expect(lines[4] == "RAILBIRD_BETABLE_CLIENT_ID=railbirdsandboxclient")
    #expect(lines[5] == "RAILBIRD_BETABLE_CLIENT_SECRET=railbirdsandboxclientsecret")
    #expect(lines[6] == "CHATIST_API_KEY=railbirdsandboxchatistkey")
    #expect(try String(contentsOfFile: truth, encoding: .utf8).hasPrefix("race_id,race_day,"))
    let port = try #require(lines[0].split(separator: ":").last)
    let second = try RailbirdProcess.run(["sandbox", "--port", String(port)] + Self.small)
    #expect(second.exitCode == 1)
    #expect(second.stderr.hasPrefix("railbird: port \(port): found another program"))
    process.send(signal)
    #expect(try process.wait().exitCode == 0)
  }

  @Test(arguments: [
    (["--fault", "truncate:0.1"], "(nearest: truncated)"), (["--fault", "429:2"], "0 to 1"),
    (["--port", "65536"], "--port"), (["--key", "short"], "--key"), (["--days", "0"], "--days"),
    (["--from", "yesterday"], "--from"), (["--today", "2024-13-01"], "--today"),
    (["--races-per-day", "401"], "--races-per-day"), (["--rate", "-1"], "--rate"),
    (["--wire", "other"], "--wire"), (["--quota", "0"], "--quota"),
    (["--slow-seconds", "-1"], "--slow-seconds"), (["--ua", "-1"], "--ua"),
    (["--nu", "5001"], "--nu"), (["--club-year", "1"], "--club-year"),
    (["--coach-token", "two words"], "--coach-token"),
    (["--sportsbook-at", "noon"], "--sportsbook-at"),
    (["--token-minutes", "0"], "--token-minutes"),
    (["--sportsbook-wire", "other"], "--sportsbook-wire"), (["--players", "0"], "--players"),
    (["--session-minutes", "0"], "--session-minutes"),
    (["--reality-check-minutes", "x"], "--reality-check-minutes"),
    (["--redirect-uri", "nowhere"], "--redirect-uri"),
    (["--chatist-key", "two words"], "--chatist-key"),
    (["--rate", "1e-30"], "--rate: found 1e-30; expected 0, or 0.001 to 1000000"),
    (["--chatist-rate", "1e-30"], "--chatist-rate: found 1e-30; expected 0, or 0.001 to"),
    (["--chatist-rate", "-1"], "--chatist-rate"), (["--chatist-wire", "other"], "--chatist-wire"),
    (["--attachment-limit", "0"], "--attachment-limit"), (["--unchanged", "205"], "--unchanged"),
  ])
  func `bad options are refused by name`(options: [String], text: String) throws {
    let refused = try RailbirdProcess.run(["sandbox"] + options)
    #expect(refused.exitCode == 64)
    #expect(refused.stderr.contains(text), "\(refused.stderr)")
  }

  /// A request once left two sleeping tasks: some 6 KB for up to ten minutes.
  @Test func `requests over kept connections leave nothing in memory`() async throws {
    let process = try RailbirdProcess.start(["sandbox"] + Self.small)
    defer { process.kill() }
    while process.stdoutSoFar.count(where: \.isNewline) < 7, process.isRunning {
      try await Task.sleep(for: .milliseconds(10))
    }
    let url = try #require(process.stdoutSoFar.split(separator: "\n").first)
    let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
    let request = "GET /none HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    let requests =
      String(repeating: request + "\r\n", count: 499) + request + "Connection: close\r\n\r\n"
    func ask(_ times: Int) async throws -> Int {
      for _ in 0..<times {
        let answers = try await RawClient.ask(port, requests)
        #expect(answers.matches(of: /HTTP\/1.1 4\d\d/).count == 500)
      }
      let pages = try String(contentsOfFile: "/proc/\(process.id)/statm", encoding: .utf8)
      return try #require(pages.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * 4096
    }
    let before = try await ask(3)
    #expect(try await ask(8) < before + 10 << 20)
  }

  @Test func `a truth file that cannot be written is reported`() throws {
    let folder = try TemporaryFolder()
    let place = folder.file("folder")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let refused = try RailbirdProcess.run(["sandbox", "--truth", place] + Self.small)
    #expect(refused.exitCode == 1)
    #expect(refused.stderr == "railbird: \(place): cannot be written (Is a directory)\n")
  }

  @Test(arguments: ["--state", "--betable-state", "--chatist-state"])
  func `a state that is no sandbox's is refused and left alone`(option: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("notes", to: "notes.txt")
    let refused = try RailbirdProcess.run(["sandbox", option, file] + Self.small)
    #expect(refused.exitCode == 1 && refused.stderr.contains("notes.txt: found"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "notes")
  }
}
