import Foundation

/// A season of one year, such as xc 2024; a track season is named by the year in which it begins.
public struct SeasonYear: Hashable, Sendable {
  /// The season.
  public var season: Season
  /// The year in which it begins.
  public var year: Int

  /// The accepted years of a club's seasons, classes and times; others are typing errors.
  public static let knownYears = 1900...2200

  /// Makes a season.
  ///
  /// - Parameters:
  ///   - season: The season.
  ///   - year: The year in which it begins.
  public init(_ season: Season, _ year: Int) {
    self.season = season
    self.year = year
  }

  /// Finds the season of a moment.
  ///
  /// - Edge cases: 2 June begins xc, 18 November begins track; both begin at midnight of the
  ///   calendar's time zone.
  ///
  /// - Parameters:
  ///   - date: The moment.
  ///   - calendar: A calendar, whose time zone decides the day; months and years are always
  ///     Gregorian.
  public init(of date: Date, in calendar: Calendar) {
    var gregorian = calendar
    if calendar.identifier != .gregorian {
      gregorian = Calendar(identifier: .gregorian)
      gregorian.timeZone = calendar.timeZone
    }
    let parts = gregorian.dateComponents([.year, .month, .day], from: date)
    let year = parts.year ?? 1970
    let monthAndDay = (parts.month ?? 1) * 100 + (parts.day ?? 1)
    switch monthAndDay {
    case ..<602: self.init(.track, year - 1)
    case ..<1118: self.init(.xc, year)
    default: self.init(.track, year)
    }
  }

  /// The graduation classes of a season's roster.
  ///
  /// The service takes the four years after the season's year for xc, and the four years from it on
  /// for track, although a track season is named by the year before its spring.
  public var graduationClasses: ClosedRange<Int> {
    switch season {
    case .xc: (year + 1)...(year + 4)
    case .track: year...(year + 3)
    }
  }
}

extension SeasonYear {
  /// The default time zone of clubs: the zone of the service's club.
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
