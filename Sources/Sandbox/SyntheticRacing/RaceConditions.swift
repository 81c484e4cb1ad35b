/// The conditions of one race.
struct RaceConditions {
  /// Index of ``SyntheticSeason/raceClassNames``; 0 is the best class.
  let raceClass: Int
  let isHandicap: Bool
  let raceName: Int
  let distanceMetres: Int32
  /// Prize money of the race in whole units of the country's currency.
  let prize: Int64
  let hasDividend: Bool
  let hasStartingPrices: Bool
  let hasExchange: Bool

  static let classNames = (1...7).map { "Class \($0)" }
  private static let classWeights = [4, 8, 12, 24, 26, 18, 8]
  private static let basePrize: [Int64] = [150_000, 50_000, 24_000, 12_000, 7_000, 4_500, 3_000]

  init(country: Country, raceNameCount: Int, using random: inout RandomSource) {
    raceClass = random.index(weights: Self.classWeights)
    // Better races are more often run at level weights.
    isHandicap = random.chance(raceClass < 2 ? 0.3 : 0.6)
    // Even indices name handicaps.
    raceName = 2 * random.below(raceNameCount / 2) + (isHandicap ? 0 : 1)
    distanceMetres = country.distancesMetres[random.below(country.distancesMetres.count)]
    prize = Self.basePrize[raceClass] * Int64(75 + 5 * random.below(16)) / 100
    hasDividend = random.chance(0.9)
    hasStartingPrices = !random.chance(0.01)
    hasExchange = country.hasExchange && !random.chance(0.03)
  }
}
