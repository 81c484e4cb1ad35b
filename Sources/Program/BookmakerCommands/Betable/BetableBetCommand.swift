import ArgumentParser
import BetableSDK
import CommandTools
import DomainFeeds
import Foundation
import Synchronization

struct BetableBetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bet", abstract: "Places a bet, or many one after another.",
    discussion: """
      The store's journal has each bet before it is sent, and each is sent once. The command \
      stops at the first bet that is refused or has an unknown outcome, names it and ends with 1. \
      `railbird fetch betting` finds the outcome; do not send the bet again before.

      The economy is the sandbox's unless --economy real is given. The stake is the whole bet's, \
      whatever its lines.

      Examples:
        railbird betable bet lucky-sevens --wager 0.10 --currency GBP \\
          --paylines 1,1,1 --store S
        railbird betable bet wheel --wager 0.20 --currency GBP --on red 17 --store S
        railbird betable bet lucky-sevens --wager 0.10 --unbacked --paylines 1,1,1 \\
          --store S
        railbird betable bet five-stars --data bet.json --times 500 --batch 50 \\
          --store S --json
        railbird betable bet lucky-sevens --credit-game bonus-spins --wager 1.00 \\
          --currency GBP --paylines 1,1,1 --store S
      """)

  @Argument(help: "The game's id.") var game: String
  @OptionGroup var order: BetOrderOptions
  @OptionGroup var options: BetableOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The store with the journal of the bets; made if absent.", valueName: "dir"),
    completion: .directory)
  var store: String

  @Option(name: .long, help: ArgumentHelp("Number of bets, one after another.", valueName: "n"))
  var times = 1

  @Option(name: .long, help: ArgumentHelp("Send them in batches of this size.", valueName: "n"))
  var batch: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The bet's key in journal and service (default: a new one). Several get -1, -2 … appended.",
      valueName: "key"))
  var key: String?

  func validate() throws {
    guard !["", ".", ".."].contains(game) else {
      throw ValidationError("game: found “\(game)”; expected a game's id")
    }
    guard (1...1_000_000).contains(times) else {
      throw ValidationError("--times: found \(times); expected 1 to 1000000")
    }
    if let batch, !(1...500).contains(batch) {
      throw ValidationError("--batch: found \(batch); expected 1 to 500")
    }
    if let key, !key.contains(/^[A-Za-z0-9._-]{1,100}$/) {
      throw ValidationError(
        "--key: found \(key.prefix(120)); expected up to 100 letters, digits, dots, hyphens and _")
    }
  }

  func run() async throws {
    try await options.reporting(
      store: store, isBet: true, { if order.economy == .real { $0.environment = .production } }
    ) { work in
      let run = BetRun(
        work: work, order: try order.order(game), times: times, batch: batch,
        keys: BetKeys(key, count: times), store: store, service: options.service)
      try run.keys.checkUnused(store: store)
      try await Interruption.during { try await run.place($0) }
    }
  }
}

/// The keys of a command's bets or batches.
struct BetKeys: Sendable {
  private let key: String?
  private let isOne: Bool

  /// Takes the user's key; nil for new keys.
  init(_ key: String?, count: Int) {
    self.key = key
    isOne = count == 1
  }

  /// Returns the key of the n-th bet or batch, from 1.
  func key(_ number: Int) -> String {
    guard let key else { return UUID().uuidString.lowercased() }
    return isOne ? key : "\(key)-\(number)"
  }

  /// Refuses a key that journal or store already has: two bets with one key would count as one.
  func checkUnused(store: String) throws {
    guard let key, let used = try StoreBets.used(key, store: store) else { return }
    throw BetableError.invalid(
      "--key: found the bet \(used) in \(store) already; expected a new key. Nothing was sent")
  }
}

/// SIGINT and SIGTERM while bets are placed: the current bet still gets some time for its answer.
final class Interruption: Sendable {
  private let hasCome = Mutex(false)

  /// Whether to stop sending bets.
  var isDue: Bool { hasCome.withLock { $0 } }

  /// Runs work that ends early after a signal.
  ///
  /// - Parameter work: Checks ``isDue`` between its parts; it is cancelled some seconds after the
  ///   signal, and unanswered requests are then indeterminate.
  /// - Throws: The work's error.
  static func during(
    _ work: @escaping @Sendable (Interruption) async throws -> Void
  ) async throws {
    let interruption = Interruption()
    let task = Task { try await work(interruption) }
    let signals = StopSignals {
      interruption.hasCome.withLock { $0 = true }
      Task {
        try? await Task.sleep(for: Limits.answerGrace)
        task.cancel()
      }
    }
    defer { signals.cancel() }
    try await task.value
  }
}
