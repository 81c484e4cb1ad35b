import Columns
import Racing
import TestSupport
import Testing

struct ActualOverExpectedTests {
  private static let board =
    "JCapper message board thread of 2016-12-02, as stored in nvidia/Nemotron-CC-Math-v1"

  @Test(arguments: [
    Published(
      "E022", (prices: ["2/1", "4/1", "6/1", "3/1", "2/1"], won: [1, 0, 1, 0, 0]),
      (expected: 1.2595238095, ae: 1.5879017013),
      "https://www.informracing.com/the-a-e-statistic-in-horse-racing/")
  ])
  func `inverse prices of a published list add up to its expected wins`(
    example: Published<(prices: [String], won: [Int64]), (expected: Double, ae: Double)>
  ) throws {
    let expectedNanos = try example.inputs.prices.reduce(Int64(0)) { sum, price in
      // The list takes no margin off.
      let odds = try Odds.fractional(price).micros
      return sum + Rounding.halfEven(Probability.one * Decimal6.one, dividedBy: odds)
    }
    example.check(Double(expectedNanos) / 1e9, example.expected.expected)
    let shares = example.inputs.won.reduce(0, +) * Probability.one
    let ae = Rate.actualOverExpected.of(
      [.winShares: shares, .expectedWins: expectedNanos])
    example.check(ae.value, example.expected.ae)
  }

  @Test(arguments: [
    Published(
      "E024", (wins: 15, expectedNanos: Rounding.halfEven(100_000_000_000, dividedBy: 6)), 0.9,
      "https://www.ukhorseracing.co.uk/faq/UKHRae.asp"),
    Published(
      "E026", (wins: 7665, expectedNanos: 7_509_560_000_000), 1.02, within: 0.001, board),
    Published(
      "E027", (wins: 2891, expectedNanos: 2_923_190_000_000), 0.99, within: 0.0015, board),
  ])
  func `published wins over expected wins`(
    example: Published<(wins: Int64, expectedNanos: Int64), Double>
  ) {
    let ae = Rate.actualOverExpected.of(
      [
        .winShares: example.inputs.wins * Probability.one,
        .expectedWins: example.inputs.expectedNanos,
      ])
    example.check(ae.value, example.expected)
  }
}
