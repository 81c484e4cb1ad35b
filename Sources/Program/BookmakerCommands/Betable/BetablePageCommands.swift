import APICore
import ArgumentParser
import BetableSDK
import CommandTools

struct BetablePageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Prints the address of a page for deposits, withdrawals, wallet or support.",
    discussion: """
      The address holds the player's session, and every reader of it is logged in. Keep it out of files \
      that others read.

      Examples:
        railbird betable page deposit
        railbird betable page redeem --promotion https://promotions.example/spring
      """)

  /// The pages, by their names in the command.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case deposit, withdraw, wallet, redeem, support
  }

  @Argument(help: "deposit, withdraw, wallet, redeem or support.") var kind: Kind
  @OptionGroup var options: BetableOptions

  @Option(
    name: .long,
    help: ArgumentHelp("For redeem: the promotion's full URL, unchanged.", valueName: "url"))
  var promotion: String?

  func validate() throws {
    if kind == .redeem, promotion == nil {
      throw ValidationError("--promotion: found none; expected one for redeem")
    }
    if kind != .redeem, promotion != nil {
      throw ValidationError("--promotion: found it for \(kind.rawValue); expected redeem")
    }
  }

  func run() async throws {
    try await options.reporting(.id) { work in
      let screen = PageAddress(kind: kind.rawValue, json: work.json)
      switch kind {
      case .deposit: try await work.betable.deposit(in: screen)
      case .withdraw: try await work.betable.withdraw(in: screen)
      case .wallet: try await work.betable.wallet(in: screen)
      case .redeem: try await work.betable.redeemPromotion(promotion ?? "", in: screen)
      case .support: try await work.betable.support(in: screen)
      }
    }
  }
}

struct BetableGameCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "game", abstract: "Finds an operator's game, and prints its page's address.",
    discussion: """
      The address holds the player's session, like those of `page`.

      Examples:
        railbird betable game lucky-sevens --currency GBP
        railbird betable game lucky-sevens --unbacked --json
      """)

  @Argument(help: "The game's name in addresses.") var slug: String
  @OptionGroup var options: BetableOptions
  @Option(name: .long, help: "The currency, such as GBP.") var currency: String?
  @Option(name: .long, help: "sandbox or real.") var economy = BetEconomyName.sandbox
  @Flag(name: .long, help: "The game without money.") var unbacked = false

  func validate() throws {
    guard (currency == nil) == unbacked else {
      throw ValidationError(
        unbacked
          ? "--currency: found it with --unbacked; expected one of them"
          : "--currency: found none; expected one such as GBP, or --unbacked")
    }
  }

  private struct Game: Encodable {
    let url: String
    let manifest: JSONValue
  }

  func run() async throws {
    try await options.reporting(.id) { work in
      let game = try await work.betable.game(
        slug: slug, currency: currency, economy: economy.rawValue)
      let url = game.url.absoluteString
      Console.print(
        work.json
          ? try BetableText.json(Game(url: url, manifest: game.response)) : url)
    }
  }
}

/// A screen that prints a page's address, and counts as closed at once.
struct PageAddress: WebPresenter {
  let kind: String
  let json: Bool

  private struct Page: Encodable {
    let page: String
    let url: String
  }

  func present(_ page: WebPage, onClose: @escaping BetableCancelHandler) async {
    let url = page.url.absoluteString
    let text = json ? try? BetableText.json(Page(page: kind, url: url)) : nil
    Console.print(text ?? url)
    onClose()
  }
}
