import FeedContract
import Foundation
import TestSupport
import Testing

/// The commands of the five services are alike: `railbird SERVICE COMMAND --json`.
struct ServiceCommandsTests {
  /// A command as `--experimental-dump-help` describes it.
  private struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable { let name: String }

      let names: [Name]?
    }

    let commandName: String
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [Command]?

    /// The commands below that have none below them.
    var leaves: [Command] {
      let below = (subcommands ?? []).filter { $0.commandName != "help" }
      return below.isEmpty ? [self] : below.flatMap(\.leaves)
    }

    var options: [String] { (arguments ?? []).flatMap { ($0.names ?? []).map(\.name) } }
  }

  private struct Help: Decodable { let command: Command }

  @Test(arguments: [
    ["racing", "today", "--interval", "0"], ["racing", "status", "--interval", "0"],
    ["racing", "selftest", "--interval", "0"],
    [
      "fetch", "racing", "--interval", "0", "--from", "2024-11-01", "--to", "2024-11-01",
      "--store",
    ],
    ["fetch", "points", "--rate", "0", "--store"],
  ])
  func `blanks around an address are no part of it`(command: [String]) throws {
    let server = try ScriptedServer([.json("{}", status: 404)])
    let folder = try TemporaryFolder()
    let store = command.last == "--store" ? [folder.file("S")] : []
    let result = try RailbirdProcess.run(
      command + store + ["--base-url", " \(server.url.absoluteString)/ "],
      environment: ["RAILBIRD_RACING_API_KEY": FetchSandbox.key])
    #expect([0, 1].contains(result.exitCode), "\(result.exitCode): \(result.stderr)")
    #expect(!server.requests.isEmpty)
  }

  @Test(arguments: [
    ("racing", ["today", "results", "roi", "selftest"]),
    ("seasonal", ["progress", "earn", "rewards"]), ("sportsbook", ["home", "promotions", "tips"]),
    ("betable", ["login", "bet", "session"]), ("chatist", ["tickets", "send", "watch"]),
  ])
  func `each command of a service prints JSON, and the service's help has its exit codes`(
    service: String, some: [String]
  ) throws {
    let dumped = try parse([service, "--experimental-dump-help"])
    let help = try JSONDecoder().decode(Help.self, from: Data(dumped.stdout.utf8)).command
    #expect(help.commandName == service)
    let text = help.discussion ?? ""
    #expect(text.contains("Examples:") && text.contains("Exit codes: 0 done, 1 "), "\(text)")
    #expect(text.contains("64 bad usage"), "\(text)")
    #expect(Set(help.leaves.map(\.commandName)).isSuperset(of: some))
    for leaf in help.leaves {
      #expect(leaf.options.contains("json"), "railbird \(service) \(leaf.commandName)")
      // Other users of a machine see the options of commands.
      for secret in ["api-key", "password", "secret", "session-id", "access-token"] {
        #expect(!leaf.options.contains(secret), "railbird \(service) \(leaf.commandName)")
      }
    }
  }
}
