import ArgumentParser
import BetableSDK
import DomainFeeds
import Foundation
import Synchronization

struct BetableBetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bet", abstract: "Places a bet, or many one after another.",
    discussion: """
      Each bet is in the store's journal before it leaves, and leaves once. The first one that is \
      refused, or of which nobody knows whether it counts, is the last: it is named, and the command \
      ends with 1. `railbird fetch betting` finds out what became of it; do not send it again before.

      Economy is the sandbox's unless --economy real says otherwise. The stake is that of the whole \
      bet, whatever its lines.

      Examples:
        railbird betable bet lucky-sevens --wager 0.10 --currency GBP --paylines 1,1,1 --store S
        railbird betable bet wheel --wager 0.20 --currency GBP --on red 17 --store S
        railbird betable bet lucky-sevens --wager 0.10 --unbacked --paylines 1,1,1 --store S
        railbird betable bet five-stars --data bet.json --times 500 --batch 50 --store S --json
        railbird betable bet lucky-sevens --credit-game bonus-spins --wager 1.00 --currency GBP \
      --paylines 1,1,1 --store S
      """)

  @Argument(help: "The game's id.") var game: String
  @OptionGroup var order: BetOrderOptions
  @OptionGroup var options: BetableOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The store in whose journal the bets are; made if absent.", valueName: "dir"))
  var store: String

  @Option(name: .long, help: ArgumentHelp("How many bets, one after another.", valueName: "n"))
  var times = 1

  @Option(name: .long, help: ArgumentHelp("Send them in batches of so many.", valueName: "n"))
  var batch: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The bet's key in journal and service (default: a new one). Several have -1, -2 … behind it.",
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
      store: store, { if order.economy == .real { $0.environment = .production } }
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

  /// Takes the key that the user has given; nil for new ones.
  init(_ key: String?, count: Int) {
    self.key = key
    isOne = count == 1
  }

  /// The key of the n-th bet or batch, from 1.
  func key(_ number: Int) -> String {
    guard let key else { return UUID().uuidString.lowercased() }
    return isOne ? key : "\(key)-\(number)"
  }

  /// Refuses a key that journal or store have for a bet already: two bets of one key would be one.
  func checkUnused(store: String) throws {
    guard let key, let used = try StoreBets.used(key, store: store) else { return }
    throw BetableError.invalid(
      "--key: found the bet \(used) in \(store) already; expected a new key. Nothing was sent")
  }
}

/// SIGINT and SIGTERM while bets are placed: the one under way gets a while to be answered.
final class Interruption: Sendable {
  private static let grace = Duration.seconds(5)

  private let hasCome = Mutex(false)

  /// Whether no further bet is to be sent.
  var isDue: Bool { hasCome.withLock { $0 } }

  /// Does work that ends early once a signal has come.
  ///
  /// - Parameter work: Looks at ``isDue`` between its parts; it is cancelled some seconds after the
  ///   signal, and what was sent by then is indeterminate.
  /// - Throws: What the work throws.
  static func during(
    _ work: @escaping @Sendable (Interruption) async throws -> Void
  ) async throws {
    let interruption = Interruption()
    let task = Task { try await work(interruption) }
    let signals = StopSignals {
      interruption.hasCome.withLock { $0 = true }
      Task {
        try? await Task.sleep(for: grace)
        task.cancel()
      }
    }
    defer { signals.cancel() }
    try await task.value
  }
}
