import ArgumentParser
import BetableSDK
import Columns
import CommandTools

struct BetableAccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: "Shows whose account it is.",
    discussion: """
      Example:
        railbird betable account --json
      """)

  @OptionGroup var options: BetableOptions

  func run() async throws {
    try await options.reporting { work in
      let account = try await work.betable.userAccount()
      if work.json { return Console.print(work.redacted(account.response.json)) }
      let name = [account.firstName, account.lastName].compactMap { $0 }.joined(separator: " ")
      Console.print(
        DisplayWidth.printable(work.redacted(name.isEmpty ? account.id : "\(account.id)  \(name)")))
    }
  }
}

struct BetableWalletCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wallet", abstract: "Shows the balances, real money and sandbox apart.",
    discussion: """
      Examples:
        railbird betable wallet
        railbird betable wallet --credits-of bonus-spins --store S --json
      """)

  @OptionGroup var options: BetableOptions
  @OptionGroup var journal: BetableJournalOptions

  @Option(
    name: .long,
    help: ArgumentHelp("Games whose credits are shown too, such as A,B.", valueName: "games"))
  var creditsOf: String?

  func run() async throws {
    try await options.reporting(store: journal.store) { work in
      let games = creditsOf?.split(separator: ",").map(String.init) ?? []
      let wallet = try await work.betable.userWallet(creditsOf: games)
      if work.json { return Console.print(work.redacted(wallet.response.json)) }
      let rows = wallet.balances.map { balance in
        let credits = balance.credits.sorted { $0.key < $1.key }
          .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return [
          balance.economy, "\(balance.balance) \(balance.currency)",
          credits.isEmpty ? "" : "credits: " + credits,
        ].map { DisplayWidth.printable(work.redacted($0)) }
      }
      Console.print(columns(rows))
    }
  }
}

struct BetableURLsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "urls", abstract: "Shows the API's addresses; nothing is asked.",
    discussion: """
      Examples:
        railbird betable urls
        railbird betable urls --game lucky-sevens --json
      """)

  @OptionGroup var options: BetableOptions

  @Option(name: .long, help: ArgumentHelp("The game that bets would be on.", valueName: "id"))
  var game = "GAME"

  func run() async throws {
    try await options.reporting { work in
      let urls = [
        ("token", work.betable.getTokenURL()), ("bet", work.betable.getBetURL(game)),
        ("wallet", work.betable.getWalletURL()), ("account", work.betable.getAccountURL()),
      ]
      if work.json {
        return Console.print(
          try BetableText.json(Dictionary(uniqueKeysWithValues: urls)))
      }
      Console.print(columns(urls.map { [$0.0, $0.1] }))
    }
  }
}
