import Racing

/// A reproducible invented racing world with an exact number of runners.
///
/// The same number and seed give the same rows on any machine, for any block size. Nothing in
/// it is real; any resemblance to real names is chance.
///
/// - Cost: one pass takes about a microsecond a runner. An iterator holds one block and two bytes
///   per horse; there are about a fifteenth as many horses as runners.
public struct SyntheticSeason: Sequence, Sendable {
  /// The allowed numbers of runners.
  public static let runnersAllowed = 4...200_000_000
  /// The last day of every season without a programme, 2024-12-31, in days since 1970-01-01; it has
  /// racing.
  public static let lastDate = Int32(RacingCalendar.lastDate)
  /// The outcomes of runners, by code; `void`, `unresolved` and `lost` do not occur.
  public static let outcomeNames = Outcome.allCases.map(\.name)

  /// The number of runners, non-runners included.
  public let runners: Int
  /// The seed of the season.
  public let seed: UInt64
  /// The minimum number of runners in a block; it ends with the current day.
  public let blockRunners: Int

  /// Country codes such as `GB`, by code.
  public let countryNames: [String]
  /// Racecourses, by code.
  public let courseNames: [String]
  /// Names of races, by code; some contain commas and quotation marks.
  public let raceNames: [String]
  /// Race classes from the best, by code.
  public let raceClassNames: [String]
  /// States of the ground, by code.
  public let goingNames: [String]
  /// Surfaces, by code.
  public let surfaceNames: [String]
  /// Sexes, by code.
  public let sexNames: [String]
  /// Jockeys, by code; some may have no ride.
  public let jockeyNames: [String]
  /// Trainers, by code.
  public let trainerNames: [String]
  /// Owners, by code.
  public let ownerNames: [String]
  /// Sires, by code.
  public let sireNames: [String]

  let world: World

  /// Makes a season; the runners themselves are made while iterating.
  ///
  /// - Parameters:
  ///   - runners: The exact number of runners, in ``runnersAllowed``.
  ///   - seed: Any number; another one gives another world.
  ///   - blockRunners: The minimum number of runners in a block, which ends with the current day;
  ///     the rows do not depend on it.
  public init(runners: Int, seed: UInt64, blockRunners: Int = 100_000) {
    precondition(Self.runnersAllowed.contains(runners), "the number of runners is out of range")
    precondition(blockRunners > 0, "a block has at least one runner")
    self.init(World(runners: runners, seed: seed), blockRunners: blockRunners)
  }

  /// Makes a season of American racing; the runners themselves are made while iterating.
  ///
  /// - Parameters:
  ///   - programme: Its days, and the number of races on each.
  ///   - seed: Any number; another one gives another world.
  ///   - blockRunners: The minimum number of runners in a block, which ends with the current day;
  ///     the rows do not depend on it.
  public init(_ programme: AmericanProgramme, seed: UInt64, blockRunners: Int = 100_000) {
    precondition(blockRunners > 0, "a block has at least one runner")
    self.init(World(programme, seed: seed), blockRunners: blockRunners)
  }

  private init(_ world: World, blockRunners: Int) {
    runners = world.size.runners
    seed = world.seed
    self.blockRunners = blockRunners
    self.world = world
    countryNames = world.countries.map(\.code)
    courseNames = world.courses.names
    raceNames = (0..<world.size.raceNameCount).map(Names.race)
    raceClassNames = RaceConditions.classNames
    goingNames = Going.names
    surfaceNames = TrackSurface.names
    sexNames = Sex.names
    jockeyNames = (0..<world.jockeys.count).map { Names.person($0, offset: 0) }
    trainerNames = (0..<world.trainers.count).map { Names.person($0, offset: 20_000) }
    ownerNames = (0..<world.owners.count).map(Names.owner)
    sireNames = (0..<world.sires.count).map(Names.sire)
  }

  /// The first day of the season in days since 1970-01-01; racing may begin some days later.
  public var firstDate: Int32 { Int32(world.calendar.date(day: 0)) }

  /// The number of horses; some may not run.
  public var horseCount: Int { world.horses.count }

  /// Returns a horse's name, unique in the season.
  ///
  /// - Parameter index: A value of ``RunnerBlock/horse``, in `0..<horseCount`.
  /// - Returns: The name, in Unicode normal form C.
  public func horseName(_ index: Int32) -> String { Names.horse(Int(index)) }

  /// Returns a horse's key in a feed's form: `hrs_` and the index in eight digits.
  ///
  /// - Parameter index: A value of ``RunnerBlock/horse``, in `0..<horseCount`.
  /// - Returns: The key.
  public func horseID(_ index: Int32) -> String {
    let digits = String(index)
    return "hrs_" + String(repeating: "0", count: Swift.max(0, 8 - digits.count)) + digits
  }

  /// Starts the season from its first day.
  ///
  /// - Returns: An iterator with its own state.
  public func makeIterator() -> RunnerBlocks {
    RunnerBlocks(world: world, blockRunners: blockRunners)
  }
}
