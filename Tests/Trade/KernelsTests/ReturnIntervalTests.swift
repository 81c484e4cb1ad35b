import Columns
import TestSupport
import Testing

@testable import Kernels

@Suite struct ReturnIntervalTests {
  @Test func `the ends are those of the script that prints the coverages`() throws {
    for line in ReturnIntervalCases.lines.split(separator: "\n") {
      let fields = line.split(separator: ",")
      let values = try fields.dropFirst().map { try #require(Double($0)) }
      let row =
        fields[0] == "priced"
        ? ReturnInterval(
          stake: Int64(values[0]), returned: Int64(values[1]), secondMoment: values[2],
          stakeSquares: values[4], thirdMoment: values[3] > 0 ? values[3] : nil)
        : ReturnInterval(
          stake: Int64(values[0]), returned: Int64(values[1]), returnSquares: values[2],
          stakeSquares: values[4])
      let interval = try #require(row.interval)
      // Sixty halvings leave 10⁻¹⁸ of the bracket, cancellation next to the root some 10⁻¹².
      #expect(isClose(interval.low, values[5], 1e-11), "\(line): found \(interval.low)")
      #expect(isClose(interval.high, values[6], 1e-11), "\(line): found \(interval.high)")
    }
  }

  @Test func `the search agrees with halving, whatever the sums`() throws {
    var random = SeededGenerator()
    for _ in 0..<2_000 {
      let bets = Double(Int.random(in: 1...2_000, using: &random))
      let mean = Double.random(in: 1.01...60, using: &random)
      let share = Double.random(in: 0...1, using: &random)
      // From no winner to nothing but winners, most of them near what is fair.
      let returned = Bool.random(using: &random) ? bets * share * 2 : bets * mean * share * share
      let row = ReturnInterval(
        stake: Int64(bets * 1e6), returned: Int64(min(returned, bets * mean) * 1e6),
        secondMoment: bets * mean,
        stakeSquares: bets * Double.random(in: 1...3, using: &random),
        thirdMoment: bets * mean * mean * Double.random(in: 1...2, using: &random))
      let found = try #require(row.interval)
      let expected = try #require(row.referenceInterval)
      #expect(isClose(found.low, expected.low, 1e-10), "\(row), seed \(SeededGenerator.seed)")
      #expect(isClose(found.high, expected.high, 1e-10), "\(row), seed \(SeededGenerator.seed)")
      #expect(-1 <= found.low && found.low <= found.high)
    }
  }

  @Test func `the sums give what the bets themselves give`() throws {
    let bets: [ReturnInterval.ReferenceBet] = [
      (race: 1, stake: 1, odds: 4, returned: 0), (race: 1, stake: 1, odds: 11, returned: 11),
      (race: 2, stake: 1, odds: 2.5, returned: 0), (race: 3, stake: 2, odds: 6, returned: 0),
    ]
    // Σ s² of races 2² + 1² + 2², Σ s²·o 4 + 11 + 2.5 + 4·6, Σ s³·o² 16 + 121 + 6.25 + 8·36.
    let priced = ReturnInterval(
      stake: 5_000_000, returned: 11_000_000, secondMoment: 41.5, stakeSquares: 9,
      betSquares: 7, thirdMoment: 431.25)
    let expected = try #require(ReturnInterval.referenceInterval(bets: bets))
    let found = try #require(priced.interval)
    #expect(isClose(found.low, expected.low, 1e-12) && isClose(found.high, expected.high, 1e-12))

    let unpriced = ReturnInterval(
      stake: 5_000_000, returned: 11_000_000, returnSquares: 121, stakeSquares: 9, betSquares: 7)
    let blind = try #require(
      ReturnInterval.referenceInterval(bets: bets.map { ($0.race, $0.stake, nil, $0.returned) }))
    let alone = try #require(unpriced.interval)
    #expect(isClose(alone.low, blind.low, 1e-12) && isClose(alone.high, blind.high, 1e-12))
    #expect(alone.high > found.high)
  }

  @Test func `many bets at one price have the textbook's standard error`() throws {
    // METRICS 2.13: √(r·(o − r) / N), here a million bets at 3.0 that return 0.97.
    let (bets, odds, mean) = (1e6, 3.0, 0.97)
    let row = ReturnInterval(
      stake: Int64(bets * 1e6), returned: Int64(bets * mean * 1e6), secondMoment: bets * odds,
      stakeSquares: bets, thirdMoment: bets * odds * odds)
    let interval = try #require(row.interval)
    let half = Interval.normalQuantile * (mean * (odds - mean) / bets).squareRoot()
    // The corrections are of the order 1/N.
    #expect(abs(interval.low - (mean - 1 - half)) < 1e-5)
    #expect(abs(interval.high - (mean - 1 + half)) < 1e-5)
  }

  @Test func `no winner ends at a loss of all, nothing but winners at the greatest return`() throws
  {
    for bets in [1, 2, 30, 1_000, 1_000_000] as [Int64] {
      for odds in [1.05, 2, 8, 50] {
        let sums = (Double(bets) * odds, Double(bets), Double(bets) * odds * odds)
        let lost = try #require(
          ReturnInterval(
            stake: bets * 1_000_000, returned: 0, secondMoment: sums.0, stakeSquares: sums.1,
            thirdMoment: sums.2
          ).interval)
        #expect(lost.low == -1 && lost.high > -1 && lost.high <= odds - 1)
        let won = try #require(
          ReturnInterval(
            stake: bets * 1_000_000, returned: Int64(sums.0 * 1e6), secondMoment: sums.0,
            stakeSquares: sums.1, thirdMoment: sums.2
          ).interval)
        #expect(abs(won.high - (odds - 1)) < 1e-9 * odds)
        #expect(won.low < won.high && won.low > -1)
      }
    }
  }

  @Test func `bets on every runner of a race have an interval beyond their books`() throws {
    // Forty races of eight runners at 8.0, of which the winner returned 12 by another price.
    let row = ReturnInterval(
      stake: 320_000_000, returned: 480_000_000, secondMoment: 2_560, stakeSquares: 2_560)
    #expect(!row.isPossible)
    let returns = ReturnInterval(
      stake: 320_000_000, returned: 480_000_000, returnSquares: 40 * 144 + 20,
      stakeSquares: 2_560)
    #expect(returns.isPossible)
    let interval = try #require(returns.interval)
    #expect(interval.low < 0.5 && 0.5 < interval.high)
  }

  @Test func `a greater return has a higher interval`() throws {
    var last = Interval(low: -1, high: -1)
    for winners in 0...30 {
      let row = ReturnInterval(
        stake: 30_000_000, returned: Int64(winners) * 5_000_000, secondMoment: 150,
        stakeSquares: 30, thirdMoment: 750)
      let interval = try #require(row.interval)
      #expect(interval.low >= last.low && interval.high >= last.high)
      last = interval
    }
  }

  @Test func `without a stake, or without a winner and a price, there is no interval`() {
    #expect(
      ReturnInterval(stake: 0, returned: 0, secondMoment: 0, stakeSquares: 0).interval == nil)
    #expect(
      ReturnInterval(stake: 0, returned: 0, returnSquares: 0, stakeSquares: 0).interval == nil)
    #expect(
      ReturnInterval(stake: 9_000_000, returned: 0, returnSquares: 0, stakeSquares: 9).interval
        == nil)
  }

  @Test(arguments: [(30, 3_000), (100, 3_000), (300, 1_500)])
  func `simulated bets at stated odds are covered as often as promised`(
    bets: Int, draws: Int
  ) throws {
    var random = SeededGenerator()
    var held = 0
    for _ in 0..<draws {
      // Two runners a race, log-uniform odds of 2 to 50, an overround of 20 %.
      var (returned, odds, squares) = (0.0, 0.0, 0.0)
      for _ in 0..<bets / 2 {
        var chance = Double.random(in: 0..<1, using: &random)
        for _ in 0..<2 {
          let price = 2 * PortableMath.exp(Double.random(in: 0..<3.2188758, using: &random))
          (odds, squares) = (odds + price, squares + price * price)
          if chance >= 0 && chance < 1 / (1.2 * price) { returned += price }
          chance -= 1 / (1.2 * price)
        }
      }
      let interval = try #require(
        ReturnInterval(
          stake: Int64(bets) * 1_000_000, returned: Int64(returned * 1e6), secondMoment: odds,
          stakeSquares: Double(2 * bets), thirdMoment: squares
        ).interval)
      if interval.low <= 1 / 1.2 - 1 && 1 / 1.2 - 1 <= interval.high { held += 1 }
    }
    // 93 to 97 %, and three standard errors of the simulation, √(0.05·0.95 / draws).
    let share = Double(held) / Double(draws)
    let noise = 3 * (0.0475 / Double(draws)).squareRoot()
    #expect(share > 0.93 - noise && share < 0.97 + noise, "found \(share)")
  }

  private func isClose(_ left: Double, _ right: Double, _ tolerance: Double) -> Bool {
    abs(left - right) <= tolerance * (1 + abs(right))
  }
}
