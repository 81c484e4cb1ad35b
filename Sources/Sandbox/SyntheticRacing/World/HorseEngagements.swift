/// Draws horses for races, so that each runs at most once a day and mostly rests between runs.
struct HorseEngagements {
  private static let restDays = 6

  /// The day of each horse's last run: two bytes a horse, the only state horses cost.
  private var lastRun: [Int16]

  init(horseCount: Int) {
    lastRun = Array(repeating: -1_000, count: horseCount)
  }

  /// Draws one horse that has not run on the day.
  ///
  /// - Precondition: One is available; `HorsePopulation` keeps enough in training.
  mutating func draw(
    from population: HorsePopulation, country: Int, day: Int, using random: inout RandomSource
  ) -> Int {
    let window = population.inTraining(country: country, day: day)
    let horse =
      rested(in: window, of: population, day: day, using: &random)
      ?? unused(in: window, day: day, using: &random)
    lastRun[horse] = Int16(day)
    return horse
  }

  // MARK: - Implementation

  private func rested(
    in window: Range<Int>, of population: HorsePopulation, day: Int,
    using random: inout RandomSource
  ) -> Int? {
    for _ in 0..<24 {
      let horse = window.lowerBound + random.below(window.count)
      if day - Int(lastRun[horse]) <= Self.restDays { continue }
      if random.chance(HorsePopulation.eagerness(key: population.key(horse: horse))) {
        return horse
      }
    }
    return nil
  }

  /// Returns the next horse not yet used that day, from a random position on.
  private func unused(in window: Range<Int>, day: Int, using random: inout RandomSource) -> Int {
    var horse = window.lowerBound + random.below(window.count)
    for _ in 0..<window.count {
      if Int(lastRun[horse]) != day { return horse }
      horse = horse + 1 == window.upperBound ? window.lowerBound : horse + 1
    }
    preconditionFailure("every horse of the country has run today")
  }
}
