import Kernels
import Testing

@Suite struct SignTestTests {
  /// Exact sums of binomial coefficients over 2ⁿ, as fractions.
  @Test(
    arguments: [
      (5, 0, 0.0625), (9, 1, 0.021484375), (2, 1, 1), (1, 0, 1), (7, 7, 1),
      (81, 108, 0.058307263949770476), (600, 500, 0.0028195449914364275),
    ] as [(Int, Int, Double)])
  func `the probability is that of a binomial test`(one: Int, other: Int, expected: Double) throws {
    for found in [SignTest(one, other).p, SignTest(other, one).p] {
      #expect(abs(try #require(found) - expected) <= 1e-12 * expected)
    }
  }

  @Test func `all ways to win equal the exact sums of binomial coefficients`() {
    var row: [UInt64] = [1]
    for duels in 1...60 {
      let inner = zip(row, row.dropFirst()).map { $0 + $1 }
      row = [1] + inner + [1]
      for wins in 0...duels {
        let tail = row[max(wins, duels - wins)...].reduce(0) { $0 + Double($1) }
        let expected = min(1, 2 * tail / Double(UInt64(1) << duels))
        let found = SignTest(wins, duels - wins).p ?? -1
        #expect(abs(found - expected) <= 1e-13 * expected, "\(wins) of \(duels)")
      }
    }
  }

  @Test func `without a duel there is no probability, and thousands overflow nothing`() throws {
    #expect(SignTest(0, 0).p == nil)
    #expect(try #require(SignTest(1_000_000, 1_000_000).p) == 1)
    #expect(try #require(SignTest(5_000, 0).p) == 0)
  }
}
