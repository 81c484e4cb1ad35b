import Foundation
import Kernels
import TestSupport
import Testing

struct ProbabilityScoresTests {
  private static let benter = "Benter 1994, as annotated by actamachina.com"

  /// Number of runners, expected and actual frequency, and the printed Z.
  static let tables = [
    Published(
      "E107",
      [
        [1173, 0.006, 0.005], [3641, 0.018, 0.015], [6503, 0.037, 0.037], [9642, 0.073, 0.074],
        [5405, 0.123, 0.12], [2979, 0.173, 0.183], [1599, 0.223, 0.232], [870, 0.272, 0.285],
        [741, 0.341, 0.32], [324, 0.475, 0.432],
      ], [-0.6, -1.2, -0.3, 0.1, -0.7, 1.6, 0.9, 0.9, -1.2, -1.6], within: 0.45, benter),
    Published(
      "E112",
      [
        [251, 0.008, 0.012], [2282, 0.018, 0.024], [5195, 0.037, 0.033], [8819, 0.074, 0.073],
        [6054, 0.123, 0.125], [3388, 0.173, 0.176], [1927, 0.222, 0.216], [973, 0.272, 0.275],
        [616, 0.336, 0.349], [174, 0.456, 0.397],
      ], [0.6, 1.9, -1.6, -0.4, 0.5, 0.5, -0.8, 0.2, 0.7, -1.6], within: 0.45, benter),
  ]

  @Test(arguments: tables)
  func `published tables have our standard errors`(table: Published<[[Double]], [Double]>) {
    for (row, z) in zip(table.inputs, table.expected) {
      var sums = ProbabilityScores()
      let terms = ProbabilityTerms(
        probability: nanos(row[1]), share: nanos(row[2]), fieldLogarithm: 0)
      for _ in 0..<Int(row[0]) { sums.add(terms) }
      table.check(sums.z, z)
      // Frequencies are printed with three decimals, so Z is known by its formula alone.
      let error = (row[1] * (1 - row[1]) / row[0]).squareRoot()
      #expect(abs(sums.z! - (row[2] - row[1]) / error) < 1e-6)
    }
  }

  /// Ten forecasts of three outcomes, and the outcomes.
  private static let forecasts: [([Double], Int)] = [
    ([1, 0, 0], 0), ([0.9, 0.1, 0], 0), ([0.8, 0.1, 0.1], 0), ([0.5, 0.25, 0.25], 0),
    ([0.35, 0.3, 0.35], 1), ([0.6, 0.3, 0.1], 1), ([0.6, 0.25, 0.15], 0), ([0.6, 0.15, 0.25], 0),
    ([0.57, 0.33, 0.1], 0), ([0.6, 0.2, 0.2], 0),
  ]

  @Test func `the loss of ten winners is the published ignorance, in nats`() {
    let example = Published(
      "E123", Self.forecasts, 0.7969725334773428, within: 2e-9,
      "martineastwood/penaltyblog docs/metrics/ignorance.rst")
    let sums = sums(example.inputs)
    let nats = Double(sums.winnerLosses) / Double(sums.shares)
    example.check(nats / log(2), example.expected)
    #expect(abs(nats - 0.5524192645635366) < 2e-9)
  }

  @Test func `the Brier score of a race adds its runners up`() {
    let source = "martineastwood/penaltyblog test/test_metrics_briar.py"
    let third = 1 / 3.0
    let cases: [([Double], Double)] = [
      ([1, 0, 0], 0), ([third, third, third], 2 / 3.0), ([0, 1, 0], 2),
    ]
    for (chances, brier) in cases {
      let sums = sums([(chances, 0)])
      Published("E124", chances, brier, within: 1e-8, source)
        .check(Double(sums.squares) / 1e18 / Double(sums.races), brier)
    }
  }

  @Test func `ten forecasts have the Brier score that their squares add up to`() {
    // E122: the sum over classes is 0.30838 on the same ten cases.
    let sums = sums(Self.forecasts)
    #expect(abs(Double(sums.squares) / 1e19 - 0.30838) < 1e-9)
  }

  @Test func `equal chances have no pseudo-R²`() {
    let sums = sums([([0.25, 0.25, 0.25, 0.25], 2), ([0.25, 0.25, 0.25, 0.25], 0)])
    #expect(sums.winnerLosses == sums.fieldLosses)
    #expect(abs(sums.pseudoR2!) < 1e-8)
    #expect(abs(Double(sums.fieldLosses) / 2e9 - log(4)) < 1e-9)
    #expect(sums.z == 0 && sums.raceZ == nil)
  }

  @Test func `McFadden's pseudo-R² is that of the binary likelihoods`() {
    let sums = sums(Self.forecasts)
    var model = 0.0
    for (chances, winner) in Self.forecasts {
      for (index, chance) in chances.enumerated() {
        model += log(index == winner ? max(chance, 1e-9) : 1 - min(chance, 1 - 1e-9))
      }
    }
    let base = 10 * log(1 / 3.0) + 20 * log(2 / 3.0)
    #expect(abs(sums.pseudoR2! - (1 - model / base)) < 1e-8)
  }

  @Test func `a certain loser and a lost certainty have a finite loss`() {
    for chance: Int64 in [0, 1_000_000_000, 1_300_000_000] {
      var sums = ProbabilityScores()
      for share: Int64 in [0, 1_000_000_000] {
        sums.add(ProbabilityTerms(probability: chance, share: share, fieldLogarithm: 0))
      }
      // −ln 10⁻⁹ and −ln(1 − 10⁻⁹).
      #expect(sums.losses == 20_723_265_837 + 1)
    }
  }

  @Test func `dead heats share the loss`() {
    let terms = ProbabilityTerms(
      probability: 250_000_000, share: 500_000_000,
      fieldLogarithm: ProbabilityTerms.logarithm(ofField: 8))
    var sums = ProbabilityScores()
    sums.add(terms)
    sums.add(terms)
    #expect(sums.shares == 1_000_000_000)
    #expect(abs(Double(sums.winnerLosses) / 1e9 - log(4)) < 2e-9)
    #expect(abs(Double(sums.fieldLosses) / 1e9 - log(8)) < 2e-9)
    let one = -0.5 * log(0.25) - 0.5 * log(0.75)
    #expect(abs(Double(sums.losses) / 1e9 - 2 * one) < 4e-9)
  }

  @Test func `runners of one race count together in its standard error`() {
    var sums = ProbabilityScores()
    for _ in 0..<100 {
      for chance: Int64 in [300_000_000, 200_000_000] {
        sums.add(ProbabilityTerms(probability: chance, share: 0, fieldLogarithm: 0))
      }
      sums.addRace(chance: 500_000_000, isWhole: false)
    }
    // 50 wins expected, none seen; the variance of each race is 1/4.
    #expect(sums.raceZ == -10)
    #expect(abs(sums.z! + 50 / (50 * 150 / 200.0).squareRoot()) < 1e-12)
  }

  @Test func `sums of parts are the sums of all`() {
    var parts = sums(Array(Self.forecasts.prefix(4)))
    parts.add(sums(Array(Self.forecasts.dropFirst(4))))
    #expect(parts == sums(Self.forecasts))
    #expect(ProbabilityScores().z == nil && ProbabilityScores().pseudoR2 == nil)
  }

  private func nanos(_ value: Double) -> Int64 { Int64((value * 1e9).rounded()) }

  private func sums(_ forecasts: [([Double], Int)]) -> ProbabilityScores {
    var sums = ProbabilityScores()
    for (chances, winner) in forecasts {
      let field = ProbabilityTerms.logarithm(ofField: chances.count)
      for (index, chance) in chances.enumerated() {
        sums.add(
          ProbabilityTerms(
            probability: nanos(chance), share: index == winner ? 1_000_000_000 : 0,
            fieldLogarithm: field))
      }
      sums.addRace(chance: 1_000_000_000, isWhole: true)
    }
    return sums
  }
}
