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
  /// The service takes xc's from the four years after its own, and track's from its own year on,
  /// although a track season is named by the year before its spring.
  public var graduationClasses: ClosedRange<Int> {
    switch season {
    case .xc: (year + 1)...(year + 4)
    case .track: year...(year + 3)
    }
  }
}
