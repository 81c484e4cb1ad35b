import Columns
import SandboxCore
import SyntheticRacing

/// The settings of the racing sandbox: its season and options.
public struct RacingSettings: Sendable {
  /// The default key; it opens only the sandbox.
  public static let standardKey = "railbirdsandboxkey00000000000000"

  /// The days, and the number of races on each.
  public var programme: AmericanProgramme
  /// The seed of the season.
  public var seed: UInt64
  /// The sandbox's day: earlier races are over; nil for the day after the last.
  public var today: Day?
  /// The form of answers.
  public var wire: WireForm = .live
  /// The valid key.
  public var key = RacingSettings.standardKey
  /// Receives the truth after each change.
  public var publishTruth: @Sendable (String) -> Void = { _ in }

  /// Makes settings; by default November 2024 with some 24 races a day.
  public init(
    programme: AmericanProgramme = AmericanProgramme(
      firstDay: Day(year: 2024, month: 11, day: 1)!, dayCount: 30, racesPerDay: 24),
    seed: UInt64 = 1
  ) {
    self.programme = programme
    self.seed = seed
  }
}
