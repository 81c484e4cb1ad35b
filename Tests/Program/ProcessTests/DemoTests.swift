import Foundation
import TestSupport
import Testing

/// `scripts/demo.sh`, which `make demo` runs after its build.
@Suite(.tags(.slow)) struct DemoTests {
  private let folder: TemporaryFolder
  private var out: String { folder.file("demo") }

  init() throws { folder = try TemporaryFolder() }

  private func run(_ program: String = RailbirdProcess.executable) throws -> ProcessResult {
    let script = RailbirdProcess.packageFolder + "/scripts/demo.sh"
    return try RailbirdProcess.run(program: "sh", [script, program, out])
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: out + "/" + file, encoding: .utf8)
  }

  /// Whether the sandbox that the script started is there.
  private func isServed() throws -> Bool {
    let url = try #require(try text("sandbox.txt").split(separator: "\n").first)
    let asked = try RailbirdProcess.run(
      ["chatist", "branding", "--base-url", String(url), "--attempts", "1"],
      environment: ["CHATIST_API_KEY": "railbirdsandboxchatistkey"])
    return asked.exitCode == 0
  }

  @Test(.longForm)
  func `the demonstration fills one store from five services, and a replay gives the same reports`()
    throws
  {
    let demo = try run()
    try #require(demo.exitCode == 0, "\(demo.stdout)\(demo.stderr)")
    let services = ["racing", "points", "promotions", "betting", "support"]
    for service in services {
      #expect(demo.stdout.contains(try Regex(" \\d+\\.\\d s  fetch \(service)\n")), "\(service)")
    }
    #expect(demo.stdout.contains(#/ files, [\d,]+ bytes: intact\n/#))
    #expect(demo.stdout.contains(#/ \d+ files, byte for byte\n/#))
    #expect(demo.stdout.contains(#/ \d+\.\d s  in all\n/#))
    // The files that are named are there, and each service has some.
    let written = try #require(demo.stdout.components(separatedBy: "\nWritten:\n").last)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(
      written == files(below: out + "/reports").sorted().map { out + "/reports/" + $0 },
      "\(written)")
    for report in ["racing", "season", "promotions", "betting", "support", "export"] {
      #expect(written.contains { $0.hasPrefix("\(out)/reports/\(report)/") }, "\(report)")
    }
    for table in [
      "runners", "points_ledger", "odds_boosts", "bets", "tickets", "ticket_messages",
    ] {
      let rows = try text("reports/export/\(table).csv").split(separator: "\n").count - 1
      #expect(rows > 3, "\(table)")
    }
    // Every client's attempts are in the store, and no key is.
    let requests = CSVLines.fields(try text("reports/export/api_requests.csv"))
    let (api, status, duration) = (
      try #require(requests[0].firstIndex(of: "api")),
      try #require(requests[0].firstIndex(of: "status")),
      try #require(requests[0].firstIndex(of: "duration_us"))
    )
    let clients = ["racing", "points", "sportsbook", "betable", "chatist"]
    #expect(Set(requests.dropFirst().map { $0[api] }) == Set(clients))
    for client in clients {
      let good = requests.dropFirst().filter { $0[api] == client && $0[status] == "200" }
      #expect(good.contains { (Int($0[duration]) ?? 0) > 0 }, "\(client)")
    }
    for file in files(below: out) where file != "sandbox.txt" {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: out + "/" + file))
      #expect(bytes.range(of: Data("railbirdsandboxchatistkey".utf8)) == nil, "\(file)")
    }
    #expect(try !isServed())
  }

  @Test func `a demonstration that fails says where, and leaves no sandbox behind`() throws {
    let program = try folder.write(
      """
      #!/bin/sh
      if [ "$1 $2" = "fetch points" ]; then echo 'found no club' >&2; exit 1; fi
      exec '\(RailbirdProcess.executable)' "$@"
      """, to: "program")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let demo = try run(program)
    #expect(demo.exitCode == 1)
    #expect(
      demo.stderr.contains("failed: fetch points\n") && demo.stderr.contains("found no club"),
      "\(demo.stderr)")
    #expect(!demo.stdout.contains("  in all"))
    #expect(try !isServed())
  }
}
