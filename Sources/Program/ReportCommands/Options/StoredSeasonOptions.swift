import ArgumentParser
import Foundation
import Seasons

/// A season whose points are stored, and the time zone of its days.
package struct StoredSeasonOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("xc or track (default: of the last points stored).", valueName: "season"),
    completion: .list(["xc", "track"]))
  package var season: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The year in which the season begins (default: likewise).", valueName: "year"))
  package var year: Int?

  @Option(
    name: .long,
    help: ArgumentHelp("The club's time zone.", valueName: "zone"))
  package var zone = SeasonYear.clubZone

  package init() {}

  package func validate() throws {
    _ = try asked()
    guard TimeZone(identifier: zone) != nil else {
      throw ValidationError("--zone: found \(zone); expected a time zone such as America/New_York")
    }
  }

  /// The time zone, already checked by `validate`.
  package var timeZone: TimeZone { TimeZone(identifier: zone)! }

  /// Returns the requested season; nil for the last stored one; throws a ``ValidationError`` if
  /// there is no such season.
  package func asked() throws -> SeasonYear? {
    guard (season == nil) == (year == nil) else {
      throw ValidationError("--season: found one of --season and --year; expected both or none")
    }
    guard let name = season, let year else { return nil }
    guard let season = Season(rawValue: name.lowercased()) else {
      throw ValidationError("--season: found \(name); expected xc or track")
    }
    guard SeasonYear.knownYears.contains(year) else {
      throw ValidationError("--year: found \(year); expected 1900 to 2200")
    }
    return SeasonYear(season, year)
  }
}
