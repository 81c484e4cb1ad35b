import TestSupport
import Testing

@testable import Kernels

@Suite struct ClusteredIntervalTests {
  @Test func `no bets have no interval`() {
    #expect(ClusteredInterval.interval(of: RaceClusters()) == nil)
    #expect(ClusteredInterval.referenceInterval(races: []) == nil)
  }

  @Test func `two races are worked by hand`() throws {
    // One bet each, +2 and −1: roi 0.5, S = ±1.5, √4.5 / 2 = 1.0606601717798212.
    let interval = try #require(roiInterval([(2_000_000, 1), (-1_000_000, 1)]))
    let halfWidth = Interval.normalQuantile * 1.0606601717798212
    #expect(abs(interval.low - (0.5 - halfWidth)) < 1e-15)
    #expect(abs(interval.high - (0.5 + halfWidth)) < 1e-15)
  }

  @Test(
    arguments: [
      (2_345_678, 3), (-1_000_000, 1), (0, 7), (Int64.max, 3), (Int64.min + 1, 3_000_000_000),
    ] as [(Int64, Int64)])
  func `a single race has a width of exactly zero`(profit: Int64, bets: Int64) throws {
    let interval = try #require(roiInterval([(profit, bets)]))
    #expect(interval.low == interval.high)
    #expect(interval.low == Double(profit) / (1e6 * Double(bets)))
  }

  @Test func `races of equal return have no width`() throws {
    let interval = try #require(roiInterval([(1_500_000, 3), (500_000, 1), (1_000_000, 2)]))
    #expect(interval == Interval(low: 0.5, high: 0.5))
  }

  @Test func `terms beyond 128 bits stay exact`() throws {
    // Profits of 2⁶² and 0 on equal bets: the squares and N² are powers of two.
    let bets = Int64(1) << 20
    let races: [Race] = [(1 << 62, bets), (0, bets)]
    let interval = try #require(roiInterval(races))
    let roi = 0x1p62 / (1e6 * 0x1p21)
    let sumOfSquares = 2 * 0x1p61 * 0x1p61 / 1e12
    let halfWidth = Interval.normalQuantile * sumOfSquares.squareRoot() / 0x1p21
    #expect(interval == Interval(low: roi - halfWidth, high: roi + halfWidth))
  }

  @Test func `random races agree with the plain version and merge in any order`() throws {
    var random = SeededGenerator()
    for count in 1...120 {
      let races = (0..<count).map { _ in
        let bets = Int64.random(in: 1...4, using: &random)
        let won = Int.random(in: 0..<6, using: &random) == 0
        let returned = won ? Int64.random(in: 1_000_000...60_000_000, using: &random) : 0
        return (profit: returned - bets * 1_000_000, bets: bets)
      }
      let cut = Int.random(in: 0...count, using: &random)
      var merged = clusters(races[cut...])
      merged.merge(clusters(races[..<cut]))
      #expect(merged == clusters(races[...]), "seed \(SeededGenerator.seed)")
      let interval = try #require(ClusteredInterval.interval(of: merged))
      let expected = try #require(ClusteredInterval.referenceInterval(races: races))
      // Up to 120 terms, each with a few roundings of values below 60.
      #expect(abs(interval.low - expected.low) < 1e-11, "seed \(SeededGenerator.seed)")
      #expect(abs(interval.high - expected.high) < 1e-11, "seed \(SeededGenerator.seed)")
    }
  }

  @Test func `sums that fit 63 or 126 bits give what the wide ones give`() throws {
    var random = SeededGenerator(5)
    var shortCount = 0
    var wordCount = 0
    for round in 0..<400 {
      // From everyday odds to some beyond the range of the short sums.
      let most = Int64(1) << Int64(20 + round % 36)
      let races = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        (
          profit: Int64.random(in: -most...(4 * most), using: &random),
          bets: Int64.random(in: 1...3, using: &random)
        )
      }
      let clusters = clusters(races[...])
      guard let short = ClusteredInterval.shortNumerator(of: clusters) else { continue }
      shortCount += 1
      let wide = ClusteredInterval.wideNumerator(of: clusters)
      #expect(wide.high == 0 && wide.low == short, "seed \(SeededGenerator.seed)")
      #expect(Double(nearestTo: short) == Double(nearestTo: wide), "seed \(SeededGenerator.seed)")
      guard let word = ClusteredInterval.wordNumerator(of: clusters) else { continue }
      wordCount += 1
      #expect(UInt128(word) == short && Double(word) == Double(nearestTo: wide))
    }
    #expect(shortCount > 100 && shortCount < 400)
    #expect(wordCount > 20 && wordCount < shortCount)
  }

  @Test func `a sum of more than 126 bits is rounded once`() {
    // 795023929505080184987996556288000000000 by Python's integers.
    var clusters = RaceClusters()
    clusters.bets = 240_000
    clusters.profit = 7_780_224_093_836_000
    clusters.profitSquares = 14_323_973_940_564_696_362_720_570_000
    clusters.profitTimesBets = 14_656_277_539_651_000
    clusters.betSquares = 408_000
    #expect(ClusteredInterval.shortNumerator(of: clusters) == nil)
    #expect(ClusteredInterval.numerator(of: clusters) == 7.950239295050803e+38)
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

  private typealias Race = (profit: Int64, bets: Int64)

  private func roiInterval(_ races: [Race]) -> Interval? {
    ClusteredInterval.interval(of: clusters(races[...]))
  }

  private func clusters(_ races: ArraySlice<Race>) -> RaceClusters {
    var clusters = RaceClusters()
    for race in races { clusters.add(profit: race.profit, bets: race.bets) }
    return clusters
  }
}
