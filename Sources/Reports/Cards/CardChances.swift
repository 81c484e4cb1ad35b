import Racing

extension DayCard {
  /// Sets the prices on offer.
  ///
  /// - Parameter offer: Returns the offer for a runner by the key of its race and its index there,
  ///   in the store's order, which a card has before it is sorted.
  package mutating func setOffers(_ offer: (String, Int) -> CardOffer?) {
    hasOffers = true
    for race in races.indices {
      for index in races[race].runners.indices {
        races[race].runners[index].offer = offer(races[race].raceID, index)
      }
    }
  }

  /// Sets the chances of winning: each runner's weight by its race's sum.
  ///
  /// ```
  /// chance[i] = weight[i] / Σⱼ weight[j]
  /// ```
  ///
  /// - Edge cases: withdrawn runners have no chance and do not count. A race has no chances if one
  ///   of its other runners has no weight, as its share is not known, or if all weights are 0.
  ///
  /// - Parameter weight: Returns a runner's weight, at least 0; nil where it is not known.
  /// - Returns: The number of races without chances.
  package mutating func setChances(_ weight: (CardRunner) -> Int64?) -> Int {
    hasChances = true
    for race in races.indices {
      let weights = races[race].runners.map { $0.isNonRunner ? 0 : weight($0) }
      let known = weights.compactMap { $0 }
      let sum = known.reduce(Int128(0)) { $0 + Int128($1) }
      guard known.count == weights.count, sum > 0 else { continue }
      for (index, weight) in known.enumerated()
      where !races[race].runners[index].isNonRunner {
        races[race].runners[index].chance = Ratio(Int128(weight), over: sum)
      }
    }
    return races.count { race in race.runners.allSatisfy { $0.chance == nil } }
  }
}
