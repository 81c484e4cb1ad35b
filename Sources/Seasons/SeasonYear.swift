import Foundation

/// A season of one year, such as xc 2024; a track season is called by the year it begins in.
public struct SeasonYear: Hashable, Sendable {
  /// The season.
  public var season: Season
  /// The year it begins in.
  public var year: Int

  /// The years that a club's seasons, classes and times may have; others are slips of the pen.
  public static let knownYears = 1900...2200

  /// Names a season.
  ///
  /// - Parameters:
  ///   - season: The season.
  ///   - year: The year it begins in.
  public init(_ season: Season, _ year: Int) {
    self.season = season
    self.year = year
  }

  /// The season that a moment belongs to.
  ///
  /// - Edge cases: 2 June begins xc, 18 November begins track; both begin at midnight of the
  ///   calendar's time zone.
  ///
  /// - Parameters:
  ///   - date: The moment.
  ///   - calendar: A calendar whose time zone says which day it is; months and years are the Gregorian
  ///     ones, whatever the calendar's own.
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

  /// The graduation classes that a season's roster is made of.
  ///
  /// The service takes xc's from the four years after its own, and track's from its own year on,
  /// although a track season is called by the year before its spring.
  public var graduationClasses: ClosedRange<Int> {
    switch season {
    case .xc: (year + 1)...(year + 4)
    case .track: year...(year + 3)
    }
  }
}
