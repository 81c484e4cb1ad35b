import APICore
import ArgumentParser
import DomainFeeds
import Foundation
import HTTPTransport
import Logging
import Seasons

struct FetchPointsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "points",
    abstract: "Fetches a running club's points, roster and rewards.",
    discussion: """
      Asks for the roster, for every runner's transactions, and for each season's points, rewards and \
      team progress, one request at a time, and stores it. What the store has already is not stored \
      again. A fetch that is cut off goes on where it was when the same command \
      is run again.

      Without --season and --year it asks for the team figures of this season and of those that the \
      ledger has points of; transactions of all seasons are always fetched.

      Examples:
        railbird fetch points --store S --base-url https://club.example
        railbird fetch points --store S --base-url http://127.0.0.1:8080 --season xc --year 2024

      Exit codes: 0 done, 1 failed or stopped by the service, 64 bad usage, 65 finished, but \
      answers could not be read and are asked for again by the next fetch, 130 interrupted.
      """)

  @OptionGroup var work: WorkOptions
  @Option(name: .long, help: ArgumentHelp("The store's folder; made if absent.", valueName: "dir"))
  var store: String
  @OptionGroup var club: FetchClubOptions

  func run() async throws {
    let console = Console(work)
    try await reportingErrors {
      let fetch = fetch(console)
      try await FetchOutcome.of(work, console, store: store, rows: "rows") {
        () async throws(FetchError) in try await fetch.run()
      }
    }
  }

  // MARK: - Implementation

  private func fetch(_ console: Console) -> PointsFetch {
    var fetch = PointsFetch(
      store: store, zone: club.timeZone, settings: club.settings, transport: AsyncHTTPTransport(),
      log: Logger(label: "railbird.points") { _ in SwiftLogNoOpLogHandler() })
    fetch.seasons = club.seasons
    fetch.threads = work.threadCount
    fetch.progress = { console.progress(FetchText.line($0)) }
    fetch.note = { console.note($0) }
    return fetch
  }
}

/// Which club a fetch of points is for, and how its service is asked.
struct FetchClubOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("The service's address.", valueName: "url"))
  var baseURL: String

  @Option(name: .long, help: ArgumentHelp("The season: xc or track.", valueName: "xc|track"))
  var season: String?

  @Option(name: .long, help: ArgumentHelp("The year that the season begins in.", valueName: "year"))
  var year: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The club's time zone, by which days, and so seasons, begin.", valueName: "zone"))
  var zone: String = SeasonYear.clubZone

  @Option(
    name: .long,
    help: ArgumentHelp("Requests a second at most; 0 for no limit.", valueName: "n"))
  var rate = 5.0

  @Flag(name: .long, help: "Accept plain http for other machines than this one.")
  var allowHTTP = false

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
    guard (0...1_000_000).contains(rate), rate == 0 || rate >= 0.001 else {
      throw ValidationError("--rate: found \(rate); expected 0, or 0.001 to 1000000")
    }
    try checkBaseURL(baseURL, allowsPlainHTTP: allowHTTP)
  }

  /// Host and manners.
  var settings: APISettings {
    APISettings(
      // Checked by `validate`.
      api: PointsFetch.api, baseURL: URL(string: baseURL)!,
      interval: rate > 0 ? .seconds(1) / rate : .zero, allowsPlainHTTP: allowHTTP)
  }

  /// The season that is named; nil for none.
  var seasons: [SeasonYear]? {
    guard let season = season.flatMap(Season.init(rawValue:)), let year else { return nil }
    return [SeasonYear(season, year)]
  }

  /// Checked by `validate`.
  var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }
}
