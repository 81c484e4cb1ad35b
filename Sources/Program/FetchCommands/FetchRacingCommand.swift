import APICore
import ArgumentParser
import CommandTools
import DomainFeeds
import PoniRacing
import ServiceCommands

struct FetchRacingCommand: FetchSubcommand {
  static let rows = "runners"
  static let configuration = CommandConfiguration(
    commandName: "racing",
    abstract: "Fetches race cards and results of Horse Racing USA.",
    discussion: """
      Fetches the races of each day, then each race, one request at a time. Stored answers are \
      not requested again, except those of the last days, which may be amended. Run the same \
      command again to resume an interrupted fetch.

      The key comes from RAILBIRD_RACING_API_KEY, or from a file of NAME=value lines with mode 0600.

      Examples:
        railbird fetch racing --store S --from 2024-11-01 --to 2024-11-30
        railbird fetch racing --store S --credentials ~/.railbird
        railbird fetch racing --store S --base-url http://127.0.0.1:8080 \\
          --interval 0.01

      \(FetchCommand.exitCodes)
      """)

  @OptionGroup var options: FetchOptions
  @OptionGroup var range: FetchDaysOptions
  @OptionGroup var service: RacingServiceOptions

  func fetch(_ console: Console) throws -> any Fetch {
    let settings = try service.settings { console.note($0) }
    let key = try service.checkedKey()
    let authorization = RapidAPIKey(baseURL: settings.baseURL) { key?.exposed }
    var fetch = RacingFetch(
      options.job(settings, authorization: authorization, console),
      days: try range.days(of: options.store))
    fetch.refreshDays = range.refreshDays
    return fetch
  }
}
