import Kernels
import Testing

@Suite struct WilsonTests {
  /// Newcombe (1998), method 3, to four decimals; 7/50 is scipy 1.17's binomtest.
  @Test(
    arguments: [
      (81, 263, 0.2553, 0.3662, 6e-5), (0, 20, 0, 0.1611, 6e-5),
      (7, 50, 0.06950833427016292, 0.26186193710585537, 1e-12),
    ] as [(Int64, Int64, Double, Double, Double)])
  func `published intervals are reproduced`(
    wins: Int64, runs: Int64, low: Double, high: Double, tolerance: Double
  ) throws {
    for interval in [
      try #require(Wilson.interval(wins: wins, runs: runs)),
      try #require(Wilson.referenceInterval(wins: wins, runs: runs)),
    ] {
      #expect(abs(interval.low - low) <= tolerance)
      #expect(abs(interval.high - high) <= tolerance)
    }
  }

  @Test func `no runs have no interval`() {
    #expect(Wilson.interval(wins: 0, runs: 0) == nil)
  }

  @Test(arguments: [1, 2, 3, 7, 20, 1_000, 999_983, 10_000_000_000] as [Int64])
  func `no win and nothing but wins end exactly at zero and one`(runs: Int64) throws {
    let none = try #require(Wilson.interval(wins: 0, runs: runs))
    let all = try #require(Wilson.interval(wins: runs, runs: runs))
    #expect(none.low == 0)
    #expect(all.high == 1)
    #expect(none.high > 0)
    #expect(all.low < 1)
  }

  @Test func `the formula agrees with the roots of the score equation`() throws {
    for runs in Array(1...60) + [1_000, 123_457, 10_000_000] as [Int64] {
      for wins in Set([0, 1, runs / 3, runs / 2, runs - 1, runs]) {
        let interval = try #require(Wilson.interval(wins: wins, runs: runs))
        let expected = try #require(Wilson.referenceInterval(wins: wins, runs: runs))
        // Some ten roundings of values not above 2.
        #expect(abs(interval.low - expected.low) < 1e-14)
        #expect(abs(interval.high - expected.high) < 1e-14)
      }
    }
  }
}
