import Foundation

extension SeasonYear {
  /// The default time zone of clubs: that of the service's own club.
  public static let clubZone = "America/New_York"

  /// Finds the year of a season given without one: the latest season that has begun by a moment.
  ///
  /// - Edge cases: a moment inside such a season gives that season; a moment in the other season,
  ///   as for an activity entered late, gives the season before.
  ///
  /// - Parameters:
  ///   - season: The season.
  ///   - date: The moment.
  ///   - calendar: A Gregorian calendar, whose time zone decides the day.
  public init(_ season: Season, begunBy date: Date, in calendar: Calendar) {
    let current = SeasonYear(of: date, in: calendar)
    // Within a year xc comes before track, so only track may have begun in the previous year.
    let isBehind = season == .track && current.season == .xc
    self.init(season, isBehind ? current.year - 1 : current.year)
  }
}
