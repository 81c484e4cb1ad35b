import APICore
import ArgumentParser
import CommandTools
import DomainFeeds
import Foundation
import SeasonalRewards
import Seasons
import ServiceCommands

struct FetchPointsCommand: FetchSubcommand {
  static let rows = "rows"
  static let configuration = CommandConfiguration(
    commandName: "points",
    abstract: "Fetches a running club's points, roster and rewards.",
    discussion: """
      Fetches the roster, every runner's transactions, and each season's points, rewards and team \
      progress, one request at a time, and stores what is new. Run the same command again to \
      resume an interrupted fetch.

      Without --season and --year it fetches the team figures of the current season and of those \
      with points in the ledger; transactions of all seasons are always fetched. From a service \
      that lists no runners, rewards and progress are fetched alone.

      A token comes from RAILBIRD_SEASONAL_TOKEN, or from a file of NAME=value lines with mode \
      0600; a service without one is open.

      Examples:
        railbird fetch points --store S --base-url https://club.example
        railbird fetch points --store S --base-url http://127.0.0.1:8080 \\
          --season xc --year 2024

      \(FetchCommand.exitCodes)
      """)

  @OptionGroup var options: FetchOptions
  @OptionGroup var club: FetchClubOptions

  func fetch(_ console: Console) throws -> any Fetch {
    let settings = try club.settings { console.note($0) }
    let headers = try SeasonalToken.headers(file: club.credentials)
    var fetch = PointsFetch(
      options.job(settings, authorization: HeaderHook { headers }, console), zone: club.timeZone)
    fetch.seasons = club.seasons
    return fetch
  }
}
