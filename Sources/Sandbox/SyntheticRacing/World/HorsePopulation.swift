/// All horses, as functions of their index: nothing is stored for a single horse.
///
/// The horses of a country form a herd in order of their first day. On any day a window of the herd
/// is in training; it slides from one end to the other during the season, so careers begin and end,
/// and the herd bounds their number.
struct HorsePopulation: Sendable {
  private static let careerDays = 900
  /// Small herds need long careers to have enough in training; beyond this limit they grow instead.
  private static let longCareerDays = 2_000

  private struct Herd {
    let first: Int
    let size: Int
    let inTraining: Int
  }

  private let herds: [Herd]
  private let dayCount: Int
  private let seed: UInt64
  let count: Int

  /// Makes a population.
  ///
  /// - Parameters:
  ///   - wanted: The desired number of horses of each country.
  ///   - demand: The maximum number of runners of each country in a day; no herd is smaller.
  ///   - dayCount: The number of days of the season.
  ///   - seed: The seed of the population.
  init(wanted: [Int], demand: [Int], dayCount: Int, seed: UInt64) {
    self.dayCount = dayCount
    self.seed = seed
    var herds: [Herd] = []
    var first = 0
    for (wanted, demand) in zip(wanted, demand) {
      let needed = demand * 5 / 4 + 8
      let size = max(wanted, demand, needed * dayCount / Self.longCareerDays)
      let atOnce = size * Self.careerDays / (dayCount + Self.careerDays)
      let inTraining = min(size, max(atOnce, needed))
      herds.append(Herd(first: first, size: size, inTraining: inTraining))
      first += size
    }
    self.herds = herds
    count = first
  }

  /// Returns the horses of a country in training on a day.
  func inTraining(country: Int, day: Int) -> Range<Int> {
    let herd = herds[country]
    let start = herd.first + day * (herd.size - herd.inTraining) / max(1, dayCount - 1)
    return start..<start + herd.inTraining
  }

  /// Returns well-mixed bits, from which all other facts about a horse are derived.
  func key(horse: Int) -> UInt64 { mixed(seed, UInt64(horse)) }

  /// Returns the probability that a horse accepts an engagement: a few run often, many seldom.
  static func eagerness(key: UInt64) -> Double {
    let u = openUnit(mixed(key, 0))
    return 0.06 + 0.94 * u * u
  }

  /// Returns the first day of a horse's career; negative if before the season.
  func firstDay(horse: Int, country: Int, key: UInt64) -> Int {
    let herd = herds[country]
    let spare = herd.size - herd.inTraining
    let rank = horse - herd.first - herd.inTraining + 1
    if rank > 0 { return rank * (dayCount - 1) / spare }
    return -Int(mixed(key, 1) % UInt64(Self.careerDays))
  }

  /// Returns the last day of the first half of a career.
  func middleDay(firstDay: Int) -> Int { firstDay + Self.careerDays / 2 }
}
