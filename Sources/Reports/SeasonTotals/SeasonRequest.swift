import Columns
import Foundation
import Seasons

/// A request for a team's season.
public struct SeasonRequest: Sendable {
  /// The season.
  public var season: SeasonYear
  /// The last day whose points and reports count; nil for all.
  public var asOf: Day?
  /// The club's time zone, by which days and weeks begin.
  public var zone: TimeZone
  /// The maximum number of threads.
  public var threads = 1

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - season: The season.
  ///   - asOf: The last day whose points and reports count; nil for all.
  ///   - zone: The club's time zone.
  public init(
    _ season: SeasonYear, asOf: Day? = nil,
    zone: TimeZone = TimeZone(identifier: SeasonYear.clubZone) ?? .gmt
  ) {
    self.season = season
    self.asOf = asOf
    self.zone = zone
  }

  /// The end of the as-of day, µs since 1970 UTC.
  var end: Int64 {
    guard let asOf else { return .max }
    return LocalDays(zone).start(of: asOf + 1)
  }
}
