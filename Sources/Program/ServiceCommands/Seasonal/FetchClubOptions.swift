import APICore
import ArgumentParser
import CommandTools
import DomainFeeds
import Foundation
import Seasons

/// The club of a fetch of points, and the rules of its requests.
package struct FetchClubOptions: ParsableArguments {
  /// The default number of requests a second.
  private static let usualRate = 5.0

  /// The time between two requests at that rate; the seasonal commands use it too.
  static var usualInterval: Duration { .seconds(1) / usualRate }

  @Option(name: .long, help: ArgumentHelp("The service's address.", valueName: "url"))
  package var baseURL: String

  @Option(
    name: .long, help: ArgumentHelp("The season: xc or track.", valueName: "xc|track"),
    completion: .list(["xc", "track"]))
  package var season: String?

  @Option(name: .long, help: ArgumentHelp("The year the season begins in.", valueName: "year"))
  package var year: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The club's time zone, by which days, and so seasons, begin.", valueName: "zone"))
  package var zone: String = SeasonYear.clubZone

  @Option(
    name: .long,
    help: ArgumentHelp("Requests a second at most; 0 for no limit.", valueName: "n"))
  package var rate = usualRate

  @Flag(name: .long, help: "Accept plain http for other machines than this one.")
  var allowHTTP = false

  @Option(name: .long, help: SeasonalToken.help, completion: .file()) package var credentials:
    String?

  package init() {}

  package func validate() throws {
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
  package func settings(note: @escaping @Sendable (String) -> Void) throws -> APISettings {
    let base = try checkBaseURL(baseURL, allowsPlainHTTP: allowHTTP)
    var settings = APISettings(
      api: PointsFetch.api, baseURL: base.url,
      interval: rate > 0 ? .seconds(1) / rate : .zero, allowsPlainHTTP: allowHTTP)
    settings.others = .ofUser(note: note)
    return settings
  }

  /// The named season; nil for none.
  package var seasons: [SeasonYear]? {
    guard let season = season.flatMap(Season.init(rawValue:)), let year else { return nil }
    return [SeasonYear(season, year)]
  }

  /// The time zone, already checked by `validate`.
  package var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }
}

/// The token of the rewards service, for the commands and for fetches of points.
package enum SeasonalToken {
  package static let name = "RAILBIRD_SEASONAL_TOKEN"

  package static let help = ArgumentHelp(
    "A file of credentials that only you can read, for RAILBIRD_SEASONAL_TOKEN.",
    valueName: "file")

  /// Reads the header fields of the token in the environment or the file; none without one.
  package static func headers(file: String?) throws -> HTTPHeaders {
    guard let token = try KeptSecret.named(name, file: file) else { return [:] }
    return ["Authorization": "Bearer \(token.exposed)"]
  }
}
