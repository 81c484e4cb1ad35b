import APICore
import ArgumentParser
import BetableSDK
import Columns
import CommandTools
import DomainFeeds
import Foundation

struct BetableSettleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle-unknown",
    abstract: "Lists bets without an answer, or settles them by the player's statement.",
    discussion: """
      `railbird fetch betting` settles such bets by the service's list of bets. Betable's guide has \
      no list. From a service without one, look each bet up in the player's statement, on the page \
      of `railbird betable page wallet`, and give what it shows. The store's journal then has the \
      answer, and the next fetch stores it. Nothing is sent.

      Examples:
        railbird betable settle-unknown --store S
        railbird betable settle-unknown K-1 --paid 0.80 --store S
        railbird betable settle-unknown K-2 K-3 --missing --store S
      """)

  @Argument(
    help: ArgumentHelp("The keys of the bets to settle; none lists the bets.", valueName: "bet-key")
  )
  var keys: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The statement has each of the bets, with this payout; 0 for a lost bet.",
      valueName: "amount"))
  var paid: String?

  @Flag(name: .long, help: "The statement has none of the bets: they never arrived.")
  var missing = false

  @Option(
    name: .long,
    help: ArgumentHelp("The store with the journal of the bets.", valueName: "dir"),
    completion: .directory)
  var store: String

  @Flag(name: .long, help: "Print JSON.") var json = false

  private struct Row: Encodable {
    let key: String
    let game: String
    let sent_at: Date
    let result: String
  }

  func validate() throws {
    if keys.isEmpty, paid != nil || missing {
      throw ValidationError("keys: found none; expected those of the bets to settle")
    }
    if !keys.isEmpty, (paid == nil) != missing {
      throw ValidationError(
        "--paid, --missing: found \(missing ? "both" : "neither"); expected one of them")
    }
    if let paid, amount == nil {
      throw ValidationError("--paid: found \(paid.prefix(40)); expected \(BetAmount.storable)")
    }
  }

  func run() throws {
    try reportingErrors {
      let open = try StoreBets.unanswered(in: store)
      guard !keys.isEmpty else { return try show(open, "unknown") }
      let bets = try keys.map { key in
        guard let bet = open.first(where: { $0.key == key }) else {
          Console.fail(
            "betable: \(DisplayWidth.printable(key)): found no bet of this key without an answer; "
              + "expected one that `settle-unknown --store \(store)` lists")
          throw ExitCode(1)
        }
        return bet
      }
      try StoreBets.settle(keys, payout: amount, in: store, at: SystemClock().now)
      try show(bets, amount.map { "ok, \($0.text) paid" } ?? "rejected: not_in_statement")
    }
  }

  // MARK: - Implementation

  /// The payout; nil if it is not an amount that a store can hold.
  private var amount: BetAmount? {
    paid.flatMap { BetAmount($0) }.flatMap { $0.micros == nil ? nil : $0 }
  }

  private func show(_ bets: [UnsettledBet], _ result: String) throws {
    let rows = bets.map { bet in
      Row(
        key: bet.key, game: bet.game,
        sent_at: Date(timeIntervalSince1970: Double(bet.sentAt) / 1e6), result: result)
    }
    if json {
      var lines = JSONLines()
      for row in rows { try lines.print(row) }
      return lines.end()
    }
    guard !rows.isEmpty else { return Console.print("Each bet has an answer.") }
    Console.print(
      columns(
        rows.map {
          [
            DisplayWidth.printable($0.key), DisplayWidth.printable($0.game),
            $0.sent_at.ISO8601Format(), $0.result,
          ]
        }))
  }
}
