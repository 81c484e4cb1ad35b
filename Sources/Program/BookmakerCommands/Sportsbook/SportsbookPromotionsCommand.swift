import ArgumentParser
import SportsbookAPI

struct SportsbookPromotionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "promotions", abstract: "Shows promotions of one kind, or several in one answer.",
    discussion: """
      all: alert banner, banners, sport banners and stories in one answer; alert, banners, sport, \
      boosted, heroes, stories: only these.

      Examples:
        railbird sportsbook promotions --base-url https://book.example
        railbird sportsbook promotions boosted --base-url https://book.example --json
      """)

  /// The kinds, by their names in the command.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case all, alert, banners, sport, boosted, heroes, stories
  }

  @Argument(help: "all, alert, banners, sport, boosted, heroes or stories.") var kind = Kind.all
  @OptionGroup var options: SportsbookOptions
  @OptionGroup var audience: SportsbookAudienceOptions

  func run() async throws {
    try await options.reporting(for: audience.audience) { client in
      let content = audience.shown(try await content(client), client)
      try SportsbookText.print(content, json: audience.json, nothing: "No promotion is active.")
    }
  }

  // MARK: - Implementation

  private func content(
    _ client: SportsbookClient
  ) async throws(SportsbookError) -> SectionContent {
    switch kind {
    case .all: .allPromotions(try await client.allPromotions())
    case .alert: .alertBanner(try await client.alertBanner())
    case .banners: .banners(try await client.banners())
    case .sport: .sportBanners(try await client.sportBanners())
    case .boosted: .boostedOddsBanners(try await client.boostedOddsBanners())
    case .heroes: .heroCards(try await client.heroCards())
    case .stories: .stories(try await client.stories())
    }
  }
}

struct SportsbookNewsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "news", abstract: "Shows the news.",
    discussion: """
      Example:
        railbird sportsbook news --base-url https://book.example --page-size 5
      """)

  @OptionGroup var options: SportsbookOptions
  @OptionGroup var audience: SportsbookAudienceOptions
  @Option(
    name: .long, help: ArgumentHelp("The page, which the live service knows.", valueName: "n"))
  var page: Int?
  @Option(name: .long, help: ArgumentHelp("Articles on a page.", valueName: "n"))
  var pageSize: Int?

  func validate() throws {
    for (name, value) in [("--page", page), ("--page-size", pageSize)] {
      if let value, value < 1 {
        throw ValidationError("\(name): found \(value); expected 1 or more")
      }
    }
  }

  func run() async throws {
    try await options.reporting(for: audience.audience) { client in
      let news = SectionContent.news(try await client.news(page: page, pageSize: pageSize))
      try SportsbookText.print(
        audience.shown(news, client), json: audience.json, nothing: "There are no news.")
    }
  }
}

struct SportsbookTipsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tips", abstract: "Shows the bets that tipsters suggest.",
    discussion: """
      The rate after a tipster's name is the service's: the share of the tipster's bets that won.

      Example:
        railbird sportsbook tips --base-url https://book.example --json
      """)

  @OptionGroup var options: SportsbookOptions
  @OptionGroup var audience: SportsbookAudienceOptions

  func run() async throws {
    try await options.reporting(for: audience.audience) { client in
      let choices = try await client.proChoices()
      let pointers = try await client.proChoicePointers()
      try SportsbookText.print(
        audience.shown(.proChoices(choices, pointers: pointers), client), json: audience.json,
        nothing: "There are no tips.")
    }
  }
}
