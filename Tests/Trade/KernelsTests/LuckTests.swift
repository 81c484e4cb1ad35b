import TestSupport
import Testing

@testable import Kernels

@Suite struct LuckTests {
  @Test func `two bets are worked by hand`() throws {
    // At 3.0 and 6.0 with chances of 0.3 and 0.15: μ = 0.9 + 0.9, V = 9·0.21 + 36·0.1275.
    let row = Luck(
      stake: 2_000_000, returned: 6_000_000, expectedReturn: 1.8, variance: 6.48, highestOdds: 6)
    #expect(abs(try #require(row.sd) - 6.48.squareRoot() / 2) < 1e-15)
    #expect(abs(try #require(row.z) - 4.2 / 6.48.squareRoot()) < 1e-15)
    // scipy 1.17: 2·gammainc(0.18 + 0.7, 0.18).
    #expect(abs(try #require(row.p) - 0.4262353397646142) < 1e-12)
  }

  @Test func `a result as expected is no luck at all`() {
    let row = Luck(
      stake: 2_000_000, returned: 1_800_000, expectedReturn: 1.8, variance: 6.48, highestOdds: 6)
    #expect(row.z == 0 && row.p == 1)
  }

  @Test func `what is undefined is nil`() {
    let row = Luck(stake: 0, returned: 0, expectedReturn: 0, variance: 0, highestOdds: 2)
    #expect(row.sd == nil && row.z == nil && row.p == nil)
  }

  @Test func `many bets come near the normal distribution`() throws {
    // 10⁶ bets at evens, chance ½: z = 3 has a two-sided probability of 0.0026998, and the laws of
    // steps 2 and 1 are a little wider: 0.0027324 and 0.0027161 by scipy 1.17.
    for sign in [1.0, -1] {
      let row = Luck(
        stake: 1_000_000_000_000, returned: Int64((1e6 + sign * 3 * 1e3) * 1e6),
        expectedReturn: 1e6, variance: 1e6, highestOdds: 2)
      #expect(abs(try #require(row.z) - sign * 3) < 1e-9)
      let expected = sign > 0 ? 0.0027323937543365048 : 0.002716070545366258
      #expect(abs(try #require(row.p) - expected) < 1e-13)
    }
  }

  @Test func `chances need no winners`() throws {
    // At 3.0 and 6.0 with chances of 0.3 and 0.15; the second won.
    var sums = LuckSums(
      bets: 1, returned: 0, expected: 900_000, variance: 1_890_000, highestOdds: 3_000_000,
      highestLoss: 900_000, top: [])
    sums.addBets(
      LuckSums(
        bets: 1, returned: 6_000_000, expected: 900_000, variance: 4_590_000,
        highestOdds: 6_000_000, highestLoss: 900_000, top: [6_000_000]))
    // scipy 1.17: 2·gammainc(0.18 + 0.7, 0.18).
    #expect(abs(try #require(sums.figures?.p) - 0.4262353397646142) < 1e-12)
    #expect(sums.without(top: 1, bets: 2, profit: 4_000_000) == (2, 4_000_000))
  }

  /// Halves come from odds and chances of few digits; the second
  /// odds lie beyond the fast path.
  @Test(arguments: [40_000_000_000, 1 << 51] as [Int64])
  func `promises in columns are those of one starter alone`(highest: Int64) {
    var random = SeededGenerator()
    func value(below limit: Int64) -> Int64 {
      let zeros = Int.random(in: 0...6, using: &random)
      let step = (0..<zeros).reduce(Int64(1)) { power, _ in power * 10 }
      return .random(in: 0...limit / step, using: &random) * step
    }
    let odds = (0..<20_000).map { _ in value(below: highest) }
    let chances = odds.map { _ in value(below: highest > 1 << 40 ? 1_000 : 1_000_000_000) }
    var means = [Int64](repeating: -1, count: odds.count)
    var (squares, variances) = (means, means)
    do {
      var expected = means.mutableSpan
      var squares = squares.mutableSpan
      var variances = variances.mutableSpan
      LuckSums.Promise.fill(
        expected: &expected, squares: &squares, variances: &variances, odds: odds.span,
        probabilities: chances.span)
    }
    for row in odds.indices {
      let plain = LuckSums.Promise(odds: odds[row], probability: chances[row])
      let own = LuckSums.Promise(
        expected: means[row], square: squares[row], variance: variances[row])
      #expect(own == plain, "\(odds[row]), \(chances[row]), seed \(SeededGenerator.seed)")
    }
  }

  /// Exact: all numbers of winners of bets at one price, with their binomial chances.
  @Test(arguments: [1.1, 1.5, 2, 5, 10, 50, 200])
  func `chance alone is below a level no more often than the level says`(odds: Double) throws {
    for bets in [1, 2, 3, 5, 10, 20, 50] {
      for margin in [1.02, 1.15] {
        let chance = 1 / (margin * odds)
        let outcomes = try (0...bets).map { winners in
          let count = Double(bets)
          let back = Luck(
            stake: Int64(bets) * 1_000_000, returned: Int64(Double(winners) * odds * 1e6),
            expectedReturn: count * chance * odds,
            variance: count * chance * (1 - chance) * odds * odds, highestOdds: odds)
          // The layer's: two stakes less the backer's return.
          let lay = Luck(
            stake: Int64(bets) * 1_000_000,
            returned: Int64(bets) * 2_000_000 - Int64(Double(winners) * odds * 1e6),
            expectedReturn: 2 * count - count * chance * odds,
            variance: count * chance * (1 - chance) * odds * odds, highestOdds: 1,
            highestLoss: odds)
          return (
            binomial(winners, of: bets, chance), try #require(back.p), try #require(lay.p)
          )
        }
        for (_, back, lay) in outcomes {
          #expect(abs(back - lay) <= 1e-6 * back)
          guard back <= 0.05 else { continue }
          let share = outcomes.reduce(0) { $0 + ($1.1 <= back * (1 + 1e-9) ? $1.0 : 0) }
          #expect(share <= back, "\(bets) bets at \(odds), margin \(margin)")
        }
      }
    }
  }

  private func binomial(_ winners: Int, of bets: Int, _ chance: Double) -> Double {
    var product = 1.0
    for index in 0..<winners { product *= Double(bets - index) / Double(index + 1) * chance }
    for _ in winners..<bets { product *= 1 - chance }
    return product
  }
}
