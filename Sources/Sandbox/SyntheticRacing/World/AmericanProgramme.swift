import Columns

/// A programme of racing days in the United States only, afternoons and evenings.
public struct AmericanProgramme: Equatable, Sendable {
  /// The allowed number of days.
  public static let daysAllowed = 1...7_305
  /// The allowed number of races a day.
  public static let racesAllowed = 1...400
  static let meanFieldSize = 7.8

  /// The first day.
  public let firstDay: Day
  /// The number of days; quiet programmes have days without racing.
  public let dayCount: Int
  /// The mean number of races a day; Saturdays have more.
  public let racesPerDay: Int

  /// Makes a programme.
  ///
  /// - Parameters:
  ///   - firstDay: The first day, of 1970 or later.
  ///   - dayCount: The number of days, in ``daysAllowed``.
  ///   - racesPerDay: The mean number of races a day, in ``racesAllowed``.
  public init(firstDay: Day, dayCount: Int, racesPerDay: Int) {
    precondition(firstDay.number >= 0, "a programme begins after 1969")
    precondition(Self.daysAllowed.contains(dayCount), "the number of days is out of range")
    precondition(Self.racesAllowed.contains(racesPerDay), "the number of races is out of range")
    self.firstDay = firstDay
    self.dayCount = dayCount
    self.racesPerDay = racesPerDay
  }

  /// The last day.
  public var lastDay: Day { firstDay + (dayCount - 1) }

  var runners: Int {
    PortableMath.nearestInteger(Double(racesPerDay * dayCount) * Self.meanFieldSize)
  }
}
