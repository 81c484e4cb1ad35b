import Seasons

/// The choice of seasons for a user.
public enum SeasonPicker {
  /// Returns a season and those before it, the latest first.
  ///
  /// - Parameters:
  ///   - latest: The first one, usually ``DataService/currentSeason``.
  ///   - count: The number of seasons.
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
