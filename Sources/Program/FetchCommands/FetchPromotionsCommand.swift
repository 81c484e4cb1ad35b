import APICore
import ArgumentParser
import BookmakerCommands
import CommandTools
import DomainFeeds
import HTTPTransport
import Logging
import SportsbookAPI

struct FetchPromotionsCommand: FetchSubcommand {
  static let rows = "rows"
  static let configuration = CommandConfiguration(
    commandName: "promotions",
    abstract: "Fetches a sportsbook's home screen, promotions, odds, tips and news.",
    discussion: """
      Fetches the home template, alert banner, banners, sport banners, boosted odds, hero cards, \
      stories, news and pro choices, one request at a time, and stores what is new. Run it as \
      often as you want to follow odds. Run the same command again to resume an interrupted \
      fetch.

      Username and password come from RAILBIRD_SPORTSBOOK_USERNAME and \
      RAILBIRD_SPORTSBOOK_PASSWORD, or from a file of NAME=value lines with mode 0600; a login \
      kept by `railbird sportsbook login` is used too.

      Examples:
        railbird fetch promotions --store S --base-url https://book.example
        railbird fetch promotions --store S --base-url https://book.example \\
          --platform web
        railbird fetch promotions --store S --base-url http://127.0.0.1:8080 \\
          --credentials FILE

      \(FetchCommand.exitCodes)
      """)

  @OptionGroup var options: FetchOptions
  @OptionGroup var service: SportsbookServiceOptions
  @OptionGroup var reader: SportsbookReaderOptions

  @Option(
    name: .long,
    help: ArgumentHelp("Requests a second at most; 0 for no limit.", valueName: "n"))
  var rate = 5.0

  func validate() throws {
    try checkRate("--rate", rate)
  }

  func fetch(_ console: Console) throws -> any Fetch {
    var settings = try service.settings()
    settings.interval = rate > 0 ? .seconds(1) / rate : .zero
    settings.others = .ofUser { console.note($0) }
    let secrets = try SportsbookSecrets(service)
    let session = SportsbookSession(
      settings,
      surroundings: SportsbookSurroundings(
        transport: AsyncHTTPTransport(),
        log: Logger(label: SportsbookEndpoint.api) { _ in SwiftLogNoOpLogHandler() }),
      credentials: secrets.credentials, token: secrets.token)
    return PromotionsFetch(
      options.job(settings.connection, authorization: session, console), session: session,
      audience: reader.audience)
  }

  /// Keeps a renewed login, if one was kept before.
  func end(_ fetch: any Fetch) throws {
    guard let fetch = fetch as? PromotionsFetch else { return }
    try SportsbookSecrets(service).keep(fetch.session.token)
  }
}
