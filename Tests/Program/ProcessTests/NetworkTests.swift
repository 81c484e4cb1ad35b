import FeedContract
import Foundation
import TestSupport
import Testing

/// The command's access to servers: the environment's proxies, and the memory for an answer.
struct NetworkTests {
  /// Asks for a day's races once; a key is there.
  private static let question = [
    "racing", "today", "--date", "2024-11-02", "--attempts", "1", "--interval", "0", "--allow-http",
    "--base-url",
  ]

  private func asked(_ url: String, environment: [String: String]) throws -> ProcessResult {
    let key = ["RAILBIRD_RACING_API_KEY": FetchSandbox.key]
    return try RailbirdProcess.run(
      Self.question + [url], environment: key.merging(environment) { $1 })
  }

  @Test func `requests go through the environment's proxy, but not to its exceptions`() throws {
    let (proxy, server) = (try ScriptedServer([.json("[]")]), try ScriptedServer([.json("[]")]))
    let environment = ["http_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": ".localhost"]
    let away = try asked("http://racing.example", environment: environment)
    #expect(away.stderr.contains("No data available"), "\(away.stderr)")
    #expect(
      proxy.requests.map(\.target) == ["http://racing.example/racecards?date=2024-11-02"])

    for url in ["http://racing.localhost:\(server.port)", "\(server.url)"] {
      let direct = try asked(url, environment: environment)
      #expect(direct.stderr.contains("No data available"), "\(direct.stderr)")
    }
    #expect(
      server.requests.map(\.target) == Array(repeating: "/racecards?date=2024-11-02", count: 2))
    #expect(proxy.requests.count == 1)
  }

  /// Runs the question and prints the peak of its memory, in KiB on Linux.
  private static let measured = """
    import resource, subprocess, sys
    code = subprocess.run(sys.argv[1:]).returncode
    print("peak", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    sys.exit(code)
    """

  private func peak(_ server: ScriptedServer) throws -> (result: ProcessResult, mebibytes: Int) {
    let result = try RailbirdProcess.run(
      program: "python3",
      ["-c", Self.measured, RailbirdProcess.executable] + Self.question + ["\(server.url)"],
      environment: ["RAILBIRD_RACING_API_KEY": FetchSandbox.key])
    let size = result.stdout.firstMatch(of: /peak (\d+)/).flatMap { Int($0.1) } ?? 0
    #if os(Linux)
      return (result, size >> 10)
    #else
      return (result, size >> 20)
    #endif
  }

  @Test func `an answer of 2 GB in 2 MB is refused in little more memory than the limit`() throws {
    let small = try peak(try ScriptedServer([.json("[]")]))
    #expect(small.result.stderr.contains("No data available") && small.mebibytes > 0)
    let packed = PackedBomb.bytes(megabytes: 2_048)
    #expect(packed.count < 3 << 20)
    let bomb = try peak(
      try ScriptedServer([.whole(packed, headers: [("Content-Encoding", "gzip")])]))
    #expect(bomb.result.exitCode == 1)
    #expect(bomb.result.stderr.contains("more than 67108864 bytes"), "\(bomb.result.stderr)")
    // The body may have 64 MiB.
    #expect(bomb.mebibytes - small.mebibytes < 100, "\(small.mebibytes), \(bomb.mebibytes) MiB")
  }
}
