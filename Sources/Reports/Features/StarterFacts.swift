import Columns
import Kernels
import Racing
import RunnerKeys

/// The facts of each starter computed from its whole race, race by race.
struct StarterFacts {
  let positions: [Int16]
  /// The market's prices.
  let odds: [Int64]
  /// Share of rivals beaten, 10⁻⁶; −1 in a race with a single starter, or with losers of unknown
  /// position.
  let prb: [Int32]
  /// Number of finishers with the same position.
  let tied: [Int16]
  /// Probability by the market's prices, 10⁻⁹.
  let probabilities: [Int64]

  init(_ month: MonthView, _ races: Range<Int>, _ market: Market = .sp) {
    let prices = month.betPrices(of: market)
    var raceStarts: [Int32] = [0]
    var positions: [Int16] = []
    var odds: [Int64] = []
    let outcomes = month.outcomes.pointer
    var openRaces: [Range<Int>] = []
    for race in races {
      let first = positions.count
      var hasLosers = false
      for row in month.rows(ofRace: race) where OutcomeSet.starters.contains(outcomes[row]) {
        positions.append(month.positions.pointer[row])
        odds.append(prices[row])
        hasLosers = hasLosers || outcomes[row] == Int32(Outcome.lost.rawValue)
      }
      if hasLosers { openRaces.append(first..<positions.count) }
      raceStarts.append(Int32(positions.count))
    }
    var prb = [Int32](repeating: 0, count: odds.count)
    var tied = [Int16](repeating: 0, count: odds.count)
    var probabilities = [Int64](repeating: 0, count: odds.count)
    do {
      var prb = prb.mutableSpan
      var tied = tied.mutableSpan
      RaceRanks.fill(
        prb: &prb, tied: &tied, positions: positions.span, raceStarts: raceStarts.span)
      var probabilities = probabilities.mutableSpan
      RaceProbabilities.fill(&probabilities, odds: odds.span, raceStarts: raceStarts.span)
    }
    for starter in openRaces.joined() { prb[starter] = -1 }
    self.positions = positions
    self.odds = odds
    self.prb = prb
    self.tied = tied
    self.probabilities = probabilities
  }
}
