import TestSupport
import Testing

@testable import Kernels

/// The interval of a return on stakes that differ.
@Suite struct StakeSumsTests {
  private typealias Bet = (profit: Int64, stake: Int64)

  private func sums(_ bets: [Bet]) -> StakeSums {
    var sums = StakeSums()
    for bet in bets { sums.add(profit: bet.profit, stake: bet.stake) }
    return sums
  }

  private func roiInterval(_ bets: [Bet]) -> Interval? {
    ClusteredInterval.interval(stakes: sums(bets))
  }

  @Test func `without a stake there is no interval`() {
    #expect(roiInterval([]) == nil)
    #expect(roiInterval([(5, 0)]) == nil)
    #expect(ClusteredInterval.referenceInterval(stakes: []) == nil)
  }

  @Test func `two bets are worked by hand`() throws {
    // Stakes 1 and 3, profits +2 and −3: roi −1/4, S = 2 + 1/4 and −3 + 3/4, √(2 · 2.25²) / 4.
    let interval = try #require(roiInterval([(2, 1), (-3, 3)]))
    let halfWidth = Interval.normalQuantile * (2 * 2.25 * 2.25).squareRoot() / 4
    #expect(abs(interval.low - (-0.25 - halfWidth)) < 1e-15)
    #expect(abs(interval.high - (-0.25 + halfWidth)) < 1e-15)
  }

  @Test(arguments: [(1, 3), (-7, 7), (Int64.max, 1), (-Int64.max, Int64.max)] as [(Int64, Int64)])
  func `a single bet has a width of exactly zero`(profit: Int64, stake: Int64) throws {
    let interval = try #require(roiInterval([(profit, stake)]))
    #expect(interval.low == interval.high && interval.low == Double(profit) / Double(stake))
  }

  @Test func `the unit of the stakes does not matter`() throws {
    let bets: [Bet] = [(250, 100), (-30, 30), (-70, 70), (5, 10)]
    let pence = try #require(roiInterval(bets))
    let micros = try #require(roiInterval(bets.map { ($0.profit * 10_000, $0.stake * 10_000) }))
    #expect(abs(pence.low - micros.low) < 1e-15 && abs(pence.high - micros.high) < 1e-15)
  }

  @Test func `level stakes have the interval of their spread`() throws {
    var random = SeededGenerator(31)
    for count in 1...60 {
      let profits = (0..<count).map { _ in
        Int.random(in: 0..<4, using: &random) == 0
          ? Int64.random(in: 0...40_000_000, using: &random) : -1_000_000
      }
      let units = profits.map { Double($0) / 1e6 }
      let roi = units.reduce(0, +) / Double(count)
      let squares = units.reduce(0) { $0 + ($1 - roi) * ($1 - roi) }
      let halfWidth = Interval.normalQuantile * squares.squareRoot() / Double(count)
      let staked = try #require(roiInterval(profits.map { ($0, 1_000_000) }))
      #expect(abs(staked.low - (roi - halfWidth)) < 1e-12, "seed \(SeededGenerator.seed)")
      #expect(abs(staked.high - (roi + halfWidth)) < 1e-12, "seed \(SeededGenerator.seed)")
    }
  }

  @Test func `random stakes agree with the plain version, in any order`() throws {
    var random = SeededGenerator(32)
    for count in 1...160 {
      // From stakes of a hundredth to some of thousands, in millionths.
      let most = Int64(10_000) << Int64(count % 20)
      let bets: [Bet] = (0..<count).map { _ in
        let stake = Int64.random(in: 1...most, using: &random)
        let multiple = [0, 0, 0, 1, 2, 20].randomElement(using: &random)! as Int64
        return (profit: stake * multiple - stake, stake: stake)
      }
      let expected = try #require(ClusteredInterval.referenceInterval(stakes: bets))
      let found = try #require(roiInterval(bets))
      #expect(sums(bets.shuffled(using: &random)) == sums(bets))
      // Up to 160 terms, each with a few roundings of values below 20.
      #expect(abs(found.low - expected.low) < 1e-11, "seed \(SeededGenerator.seed)")
      #expect(abs(found.high - expected.high) < 1e-11, "seed \(SeededGenerator.seed)")
    }
  }

  @Test func `sums that fill 63 bits stay exact`() throws {
    // Stakes of 2⁶¹ each, one lost, one paid twice: roi 0, S = ±2⁶¹.
    let half = Int64(1) << 61
    let interval = try #require(roiInterval([(-half, half), (half, half)]))
    let halfWidth = Interval.normalQuantile * 2.0.squareRoot() / 2
    #expect(abs(interval.high - halfWidth) < 1e-15 && interval.low == -interval.high)
  }

  @Test func `a numerator of more than 126 bits is rounded once`() {
    // 795023929505080184987996556288000000000 by Python's integers.
    let numerator = ClusteredInterval.numerator(
      total: (7_780_224_093_836_000, 240_000),
      profitSquares: 14_323_973_940_564_696_362_720_570_000, products: 14_656_277_539_651_000,
      stakeSquares: 408_000)
    #expect(Double(nearestTo: numerator) == 7.950239295050803e+38)
  }

  @Test func `wide sums are rounded to the nearest, of two the even one`() {
    // 2^53 + 1 times 2^k lies half way; one bit more or less, however far below, decides.
    for power in [100, 127, 128, 129, 180, 190] {
      var half = WideSum()
      half.add((1 << 53 + 1) << 70, times: Int128(1) << Int128(power - 70))
      var above = half
      above.add(1, times: 1)
      var below = half
      below.add(-1, times: 1)
      let even = Double(sign: .plus, exponent: power, significand: 0x1p53)
      #expect(Double(nearestTo: half) == even)
      #expect(Double(nearestTo: below) == even)
      #expect(Double(nearestTo: above) == even.nextUp)
    }
  }
}
