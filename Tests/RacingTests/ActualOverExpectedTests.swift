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
      // Against a total of exactly one, a weight is the plain inverse of the odds.
      let weight = FairProbability.weight(oddsMicros: try Odds.fractional(price).micros)
      return sum + FairProbability.nanos(weight: weight, total: 1_000_000_000_000)
    }
    example.check(Double(expectedNanos) / 1e9, example.expected.expected)
    let shares = example.inputs.won.reduce(0, +) * FairProbability.one
    let ae = Ratio.actualOverExpected(winSharesNanos: shares, expectedNanos: expectedNanos)
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
    let ae = Ratio.actualOverExpected(
      winSharesNanos: example.inputs.wins * FairProbability.one,
      expectedNanos: example.inputs.expectedNanos)
    example.check(ae.value, example.expected)
  }

  @Test func `the probabilities of a race add up to one within half a unit each`() {
    var generator = SeededGenerator()
    for _ in 0..<300 {
      let runnerCount = Int.random(in: 1...40, using: &generator)
      let weights = (0..<runnerCount).map { _ in
        FairProbability.weight(
          oddsMicros: Int64.random(in: 1_000_001...200_000_000, using: &generator))
      }
      let total = weights.reduce(0, +)
      let sum = weights.map { FairProbability.nanos(weight: $0, total: total) }.reduce(0, +)
      #expect(
        (sum - FairProbability.one).magnitude * 2 <= runnerCount.magnitude,
        "seed \(SeededGenerator.seed)")
    }
  }

  @Test func `one priced runner is certain`() {
    let weight = FairProbability.weight(oddsMicros: 7_000_000)
    #expect(weight == 142_857_142_857)
    #expect(FairProbability.nanos(weight: weight, total: weight) == FairProbability.one)
  }
}
