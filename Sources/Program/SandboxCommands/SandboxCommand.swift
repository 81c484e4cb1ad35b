import ArgumentParser
import BookmakerSandboxes
import ColumnStore
import Columns
import CommandTools
import Foundation
import RacingSandboxes
import SandboxCore
import SupportSandbox
import SyntheticRacing
import TabularFiles

struct SandboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox",
    abstract:
      "Serves the APIs on this machine: racing, points, sportsbook, betting and support, from a seed.",
    discussion: """
      Prints the base URL, then the racing key, the sportsbook's user and password, the betting
      client's id and secret and the support service's key to use as environment variables, and serves
      until it is interrupted. It listens only on 127.0.0.1. The same options serve the same season,
      club, promotions, games and agents. Rate and quota apply only to the racing API; the points API
      needs no key.

      Examples:
        railbird sandbox --port 8080
        railbird sandbox --from 2024-11-01 --days 30 --rate 100 --truth truth.csv
        railbird sandbox --state club.sqlite --coach-token secret
        railbird sandbox --betable-state bets.sqlite --players 2 --session-minutes 5
        railbird sandbox --chatist-state tickets.sqlite --chatist-rate 10
        railbird sandbox --rate 0 --fault 429:0.1,500:0.05,slow:0.05,reset:0.02 \\
          --verbose
      """)

  @OptionGroup var season: SandboxSeasonOptions
  @OptionGroup var club: SandboxClubOptions
  @OptionGroup var sportsbook: SandboxSportsbookOptions
  @OptionGroup var betable: SandboxBetableOptions
  @OptionGroup var chatist: SandboxChatistOptions
  @OptionGroup var limits: SandboxLimitOptions
  @Option(
    name: .long, help: ArgumentHelp("The port; 0 for any that is free.", valueName: "port"))
  var port: Int = 0
  @Option(name: .long, help: ArgumentHelp("The valid key.", valueName: "key"))
  var key: String = RacingSettings.standardKey
  @Option(
    name: .long,
    help: ArgumentHelp("Write the season there as CSV, to check reports by.", valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var truth: String?
  @Flag(name: .long, help: "Report each request on standard error.") var verbose = false

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port: found \(port); expected 0 to 65535")
    }
    guard key.count >= 32, key.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      throw ValidationError("--key: expected at least 32 letters and digits")
    }
  }

  func run() async throws {
    do {
      try await serve()
    } catch {
      Console.fail("\(error)")
      throw ExitCode(1)
    }
  }

  private func serve() async throws {
    for state in [club.state, betable.betableState, chatist.chatistState].compactMap(\.self) {
      try WholeFile.refuse(state, of: StoreFolder.owner(around: state))
      try WholeFile.checkReplaceable(state)
    }
    var racing = season.settings
    racing.key = key
    if let truth { racing.publishTruth = { Self.publish($0, to: truth) } }
    let sandbox = RacingSandbox(racing)
    if let truth { try Self.write(sandbox.truth, to: truth) }
    let points = try PointsSandbox(club.settings(seed: season.seed, wire: season.wire))
    let book = sportsbook.settings(seed: season.seed)
    let bets = betable.settings(seed: season.seed)
    let support = chatist.settings(seed: season.seed)
    let server = SandboxServer(
      limits.settings(port: port, verbose: verbose), sandbox, points, SportsbookSandbox(book),
      try BetableSandbox(bets), try ChatistSandbox(support))
    let url = try await server.start()
    let signals = StopSignals { Task { await server.stop() } }
    Console.print(url.absoluteString)
    Console.print("RAILBIRD_RACING_API_KEY=\(key)")
    if let token = club.coachToken { Console.print("RAILBIRD_SEASONAL_TOKEN=\(token)") }
    for user in book.users {
      Console.print("RAILBIRD_SPORTSBOOK_USERNAME=\(user.username)")
      Console.print("RAILBIRD_SPORTSBOOK_PASSWORD=\(user.password)")
    }
    Console.print("RAILBIRD_BETABLE_CLIENT_ID=\(bets.clientID)")
    Console.print("RAILBIRD_BETABLE_CLIENT_SECRET=\(bets.clientSecret)")
    Console.print("CHATIST_API_KEY=\(support.key)")
    await server.waitUntilStopped()
    signals.cancel()
  }

  private static func publish(_ text: String, to path: String) {
    do { try write(text, to: path) } catch { Console.fail("\(error)") }
  }

  private static func write(_ text: String, to path: String) throws {
    try WholeFile.write(path, blocks: { try $0(Array(text.utf8)) })
  }
}
