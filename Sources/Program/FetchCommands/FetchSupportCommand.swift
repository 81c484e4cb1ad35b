import APICore
import ArgumentParser
import ChatistSDK
import CommandTools
import DomainFeeds
import ServiceCommands

struct FetchSupportCommand: FetchSubcommand {
  static let rows = "rows"
  static let configuration = CommandConfiguration(
    commandName: "support",
    abstract: "Fetches a customer's support tickets and their messages.",
    discussion: """
      Asks for the list of tickets, then for each ticket in which the list shows something new, \
      one request at a time, and stores states, kinds of agents, times and lengths. Without \
      --include-text the store has no text of a message, no name and no id of the service: ids \
      are hashes with the store's own salt. With it texts and ids are kept, also of tickets that \
      were fetched without before. A fetch that is cut off goes on where it was when the same \
      command is run again.

      The address is that of --base-url, CHATIST_API_URL or the configuration file, the customer \
      that of --customer, CHATIST_CUSTOMER_ID or the configuration file, which --config or \
      CHATIST_CONFIG names. The key comes from CHATIST_API_KEY, or from a file of such lines \
      with mode 0600.

      Examples:
        railbird fetch support --store S --base-url https://support.example \\
          --customer c-1
        railbird fetch support --store S --base-url http://127.0.0.1:8080 --rate 0
        railbird fetch support --store S --config chatist.json --credentials FILE \\
          --include-text

      \(FetchCommand.exitCodes)
      """)

  @OptionGroup var options: FetchOptions
  @OptionGroup var service: ChatistOptions

  @Option(
    name: .long,
    help: ArgumentHelp("Requests a second at most; 0 for no limit.", valueName: "n"))
  var rate = 5.0

  @Flag(name: .long, help: "Keep the texts of messages and the service's own ids.")
  var includeText = false

  func validate() throws {
    try checkRate("--rate", rate)
  }

  func fetch(_ console: Console) throws -> any Fetch {
    var settings = try service.settings()
    // The slower of the two paces: the command's and the configuration file's.
    settings.interval = max(settings.interval, rate > 0 ? .seconds(1) / rate : .zero)
    settings.others = .ofUser { console.note($0) }
    var fetch = SupportFetch(
      options.job(settings.connection, authorization: settings.authorization, console),
      settings: settings)
    fetch.includesTexts = includeText
    return fetch
  }
}
