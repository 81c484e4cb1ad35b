import Foundation

extension SeasonYear {
  /// The time zone of clubs that name none: that of the service's own club.
  public static let clubZone = "America/New_York"

  /// A season that is told without its year: the last one that has begun by a moment.
  ///
  /// - Edge cases: a moment of that season gives the season it lies in; one of the other season, as
  ///   where an activity was entered late, gives the season before.
  ///
  /// - Parameters:
  ///   - season: The season.
  ///   - date: The moment.
  ///   - calendar: A Gregorian calendar, whose time zone says which day it is.
  public init(_ season: Season, begunBy date: Date, in calendar: Calendar) {
    let current = SeasonYear(of: date, in: calendar)
    // Xc of a year goes before track of that year, so only track may have begun a year ago.
    let isBehind = season == .track && current.season == .xc
    self.init(season, isBehind ? current.year - 1 : current.year)
  }
}
