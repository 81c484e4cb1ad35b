import Columns
import SyntheticRacing

/// Which season the racing sandbox serves, and how.
public struct RacingSettings: Sendable {
  /// The key of a sandbox that is given none; it opens nothing else.
  public static let standardKey = "railbirdsandboxkey00000000000000"

  /// The days, and how busy they are.
  public var programme: AmericanProgramme
  /// The seed of the season.
  public var seed: UInt64
  /// The sandbox's day: earlier races are over; nil for the day after the last.
  public var today: Day?
  /// How answers are spelled.
  public var wire: WireForm = .live
  /// The key that is right.
  public var key = RacingSettings.standardKey
  /// Is given the truth after each change of it.
  public var publishTruth: @Sendable (String) -> Void = { _ in }

  /// Chooses a season; by default November 2024 with some 24 races a day.
  public init(
    programme: AmericanProgramme = AmericanProgramme(
      firstDay: Day(year: 2024, month: 11, day: 1)!, dayCount: 30, racesPerDay: 24),
    seed: UInt64 = 1
  ) {
    self.programme = programme
    self.seed = seed
  }
}
