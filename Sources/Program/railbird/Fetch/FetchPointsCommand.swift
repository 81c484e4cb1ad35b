import APICore
import ArgumentParser
import DomainFeeds
import Foundation
import SeasonalRewards
import Seasons

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

/// The club of a fetch of points, and the rules of its requests.
struct FetchClubOptions: ParsableArguments {
  /// The default number of requests a second.
  private static let usualRate = 5.0

  /// The time between two requests at that rate; the seasonal commands use it too.
  static var usualInterval: Duration { .seconds(1) / usualRate }

  @Option(name: .long, help: ArgumentHelp("The service's address.", valueName: "url"))
  var baseURL: String

  @Option(
    name: .long, help: ArgumentHelp("The season: xc or track.", valueName: "xc|track"),
    completion: .list(["xc", "track"]))
  var season: String?

  @Option(name: .long, help: ArgumentHelp("The year the season begins in.", valueName: "year"))
  var year: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The club's time zone, by which days, and so seasons, begin.", valueName: "zone"))
  var zone: String = SeasonYear.clubZone

  @Option(
    name: .long,
    help: ArgumentHelp("Requests a second at most; 0 for no limit.", valueName: "n"))
  var rate = usualRate

  @Flag(name: .long, help: "Accept plain http for other machines than this one.")
  var allowHTTP = false

  @Option(name: .long, help: SeasonalToken.help, completion: .file()) var credentials: String?

  func validate() throws {
    if let season, Season(rawValue: season) == nil {
      throw ValidationError("--season: found \(season); expected xc or track")
    }
    guard (season == nil) == (year == nil) else {
      throw ValidationError("--season and --year: found one of them; expected both or none")
    }
    if let year, !SeasonYear.knownYears.contains(year) {
      throw ValidationError("--year: found \(year); expected 1900 to 2200")
    }
    guard TimeZone(identifier: zone) != nil else {
      throw ValidationError("--zone: found \(zone); expected a time zone such as America/New_York")
    }
    try checkRate("--rate", rate)
    try checkBaseURL(baseURL, allowsPlainHTTP: allowHTTP)
  }

  /// Makes the settings of host and pace.
  ///
  /// - Parameter note: Receives a sentence if the pace cannot be shared with other processes.
  /// - Returns: The settings; all of the user's commands share their pace.
  /// - Throws: `ValidationError` for a base URL that `validate` refuses too.
  func settings(note: @escaping @Sendable (String) -> Void) throws -> APISettings {
    let base = try checkBaseURL(baseURL, allowsPlainHTTP: allowHTTP)
    var settings = APISettings(
      api: PointsFetch.api, baseURL: base.url,
      interval: rate > 0 ? .seconds(1) / rate : .zero, allowsPlainHTTP: allowHTTP)
    settings.others = .ofUser(note: note)
    return settings
  }

  /// The named season; nil for none.
  var seasons: [SeasonYear]? {
    guard let season = season.flatMap(Season.init(rawValue:)), let year else { return nil }
    return [SeasonYear(season, year)]
  }

  /// The time zone, already checked by `validate`.
  var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }
}

/// The token of the rewards service, for the commands and for fetches of points.
enum SeasonalToken {
  static let name = "RAILBIRD_SEASONAL_TOKEN"

  static let help = ArgumentHelp(
    "A file of credentials that only you can read, for RAILBIRD_SEASONAL_TOKEN.",
    valueName: "file")

  /// Reads the header fields of the token in the environment or the file; none without one.
  static func headers(file: String?) throws -> HTTPHeaders {
    guard let token = try KeptSecret.named(name, file: file) else { return [:] }
    return ["Authorization": "Bearer \(token.exposed)"]
  }
}
