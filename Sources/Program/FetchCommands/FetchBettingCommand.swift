import APICore
import ArgumentParser
import BetableSDK
import BookmakerCommands
import CommandTools
import DomainFeeds
import HTTPTransport
import Logging

struct FetchBettingCommand: FetchSubcommand {
  static let rows = "rows"
  static let configuration = CommandConfiguration(
    commandName: "betting",
    abstract: "Fetches a player's bets and balances, and settles bets without an answer.",
    discussion: """
      Stores the journal of `railbird betable`, fetches the balances and the service's list of \
      bets, and settles bets without an answer: found in the account, never arrived, or still \
      unknown. Run the same command again to resume an interrupted fetch.

      The login is the one kept by `railbird betable login`, or RAILBIRD_BETABLE_ACCESS_TOKEN \
      from the environment or from a file of NAME=value lines with mode 0600.

      Examples:
        railbird fetch betting --store S
        railbird fetch betting --store S --base-url http://127.0.0.1:8080
        railbird fetch betting --store S --credentials FILE --arrival-time 60

      \(FetchCommand.exitCodes)
      """)

  @OptionGroup var options: FetchOptions
  @OptionGroup var service: BetableServiceOptions

  @Option(
    name: .long,
    help: ArgumentHelp("Requests a second at most; 0 for no limit.", valueName: "n"))
  var rate = 5.0

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Seconds after which a bet missing from the account can no longer arrive.",
      valueName: "seconds"))
  var arrivalTime = 300

  func validate() throws {
    try checkRate("--rate", rate)
    guard (1...86_400).contains(arrivalTime) else {
      throw ValidationError("--arrival-time: found \(arrivalTime); expected 1 to 86400")
    }
  }

  func fetch(_ console: Console) throws -> any Fetch {
    var settings = try service.settings()
    settings.interval = rate > 0 ? .seconds(1) / rate : .zero
    settings.others = .ofUser { console.note($0) }
    let login = try BetableLoginSource(service, keptOnly: false)
    let client = Betable(
      settings,
      surroundings: BetableSurroundings(
        transport: AsyncHTTPTransport(),
        log: Logger(label: BetableServiceSettings.api) { _ in SwiftLogNoOpLogHandler() },
        store: login.store(for: settings)))
    client.launch()
    try login.begin(client)
    if client.credentials == nil {
      Console.hints(login.advice(.notAuthorized(needsSession: false), store: options.store))
    }
    var fetch = BettingFetch(
      options.job(
        settings.connection, authorization: client.authorization, console,
        transport: QueryTokenTransport(transport: AsyncHTTPTransport())),
      client: client)
    fetch.arrivalTime = .seconds(arrivalTime)
    return fetch
  }
}
