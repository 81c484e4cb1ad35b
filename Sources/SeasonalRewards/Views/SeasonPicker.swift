import Seasons

/// The seasons that a user can choose from.
public enum SeasonPicker {
  /// A season and those before it, the latest first.
  ///
  /// - Parameters:
  ///   - latest: The first one, mostly ``DataService/currentSeason``.
  ///   - count: How many.
  /// - Returns: The seasons.
  public static func seasons(upTo latest: SeasonYear, count: Int) -> [SeasonYear] {
    var seasons: [SeasonYear] = []
    var season = latest
    while seasons.count < count {
      seasons.append(season)
      switch season.season {
      case .track: season = SeasonYear(.xc, season.year)
      case .xc: season = SeasonYear(.track, season.year - 1)
      }
    }
    return seasons
  }
}
