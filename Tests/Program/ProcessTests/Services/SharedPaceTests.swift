import FeedContract
import Foundation
import TestSupport
import Testing

/// Processes with one key, seen in the log of a sandbox that refuses early requests.
@Suite(.tags(.slow)) struct SharedPaceTests {
  private struct Entry: Decodable {
    let time: Int64
    let status: Int?
  }

  private func log(_ sandbox: FetchSandbox) throws -> [Entry] {
    try JSONDecoder().decode([Entry].self, from: try sandbox.call("/sandbox/log"))
  }

  /// Returns the command's environment: the key, and the test's own folder of state.
  private func environment(_ sandbox: FetchSandbox, state: String = "state") -> [String: String] {
    [
      "RAILBIRD_RACING_API_KEY": FetchSandbox.key,
      "XDG_STATE_HOME": sandbox.folder.file(state),
    ]
  }

  private func expectPace(_ log: [Entry], of interval: Double) {
    #expect(log.allSatisfy { $0.status == 200 }, "\(log.map(\.status))")
    for (one, next) in zip(log, log.dropFirst()) {
      let gap = Double(next.time - one.time) / 1e6
      #expect(gap > interval - 0.02, "\(gap) s")
    }
  }

  @Test func `two fetches with one key share the pace, whatever stores they fill`() throws {
    let sandbox = try FetchSandbox(days: 2, racesPerDay: 4, ["--rate", "5"])
    let arguments = sandbox.arguments + ["--interval", "0.2"]
    let stores = ["A", "B"].map { sandbox.folder.file($0) }
    let fetches = try stores.map { store in
      try RailbirdProcess.start(
        arguments + ["--store", store], environment: environment(sandbox))
    }
    for fetch in fetches {
      let result = try fetch.wait()
      #expect(result.exitCode == 0 && result.stderr.isEmpty, "\(result.stderr)")
    }
    let log = try log(sandbox)
    #expect(log.count > 20)
    expectPace(log, of: 0.2)
    // Together they were no slower than a single one.
    let seconds = Double(log[log.count - 1].time - log[0].time) / 1e6
    #expect(seconds < 0.2 * 1.35 * Double(log.count), "\(seconds) s")
  }

  @Test func `fetches of points and seasonal commands share a pace too`() throws {
    let server = try ScriptedServer { _ in .json("[]") }
    let folder = try TemporaryFolder()
    let season = ["--season", "xc", "--year", "2024"]
    let environment = ["XDG_STATE_HOME": folder.file("state")]
    let start = ContinuousClock.now
    let processes = try ["A", "B"].map { store in
      try RailbirdProcess.start(
        [
          "fetch", "points", "--store", folder.file(store), "--rate", "5",
          "--base-url", server.url.absoluteString,
        ] + season, environment: environment)
    }
    let rewards = try RailbirdProcess.start(
      ["seasonal", "rewards", "--base-url", server.url.absoluteString] + season,
      environment: environment)
    for process in processes + [rewards] { _ = try process.wait() }
    // Each fetch asks for the roster and three answers of the season, the last one three times.
    let count = server.requests.count
    #expect(count == 13)
    #expect(ContinuousClock.now - start > .milliseconds(200) * (count - 1))
  }

  @Test func `commands run one after the other are never too soon`() throws {
    let sandbox = try FetchSandbox(days: 2, ["--rate", "1"])
    for _ in 0..<6 {
      let result = try RailbirdProcess.run(
        ["racing", "status", "--base-url", sandbox.url], environment: environment(sandbox))
      #expect(result.exitCode == 0 && result.stderr.isEmpty, "\(result.stderr)")
    }
    expectPace(try log(sandbox), of: 1)
  }

  @Test func `where no state can be kept a fetch says so and goes on`() throws {
    let sandbox = try FetchSandbox(days: 1, ["--rate", "0"])
    let file = try sandbox.folder.write("", to: "file")
    let result = try RailbirdProcess.run(
      sandbox.arguments + ["--interval", "0.01"],
      environment: environment(sandbox, state: "file"))
    #expect(result.exitCode == 0)
    #expect(
      result.stderr == "\(file)/railbird/pace: cannot be opened (not a directory); requests do "
        + "not wait for other processes with the same key\n")
  }

  @Test(arguments: [["racing", "today", "--date", "2024-11-01"], ["fetch", "racing"]])
  func `every command names the service's host to RapidAPI, wherever it is asked`(
    command: [String]
  ) throws {
    let server = try ScriptedServer { _ in .json("[]") }
    let folder = try TemporaryFolder()
    let days = ["--store", folder.file("S"), "--from", "2024-11-01", "--to", "2024-11-01"]
    _ = try RailbirdProcess.run(
      command + (command[0] == "fetch" ? days : [])
        + ["--base-url", server.url.absoluteString, "--interval", "0"],
      environment: ["RAILBIRD_RACING_API_KEY": FetchSandbox.key])
    #expect(!server.requests.isEmpty)
    for request in server.requests {
      #expect(request.header("X-RapidAPI-Host") == "horse-racing-usa.p.rapidapi.com")
      #expect(request.header("X-RapidAPI-Key") == FetchSandbox.key)
    }
  }
}
