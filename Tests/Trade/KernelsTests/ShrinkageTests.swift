import Kernels
import TestSupport
import Testing

@Suite struct ShrinkageTests {
  /// Hits of 18 batters in their first 45 at bats of 1970 (Efron and Morris 1977).
  private static let averages = [
    0.400, 0.378, 0.356, 0.333, 0.311, 0.311, 0.289, 0.267, 0.244, 0.244, 0.222, 0.222, 0.222,
    0.222, 0.222, 0.200, 0.178, 0.156,
  ]

  @Test func `the eighteen batters shrink as published`() throws {
    let mean = Self.averages.reduce(0, +) / 18
    let variance = mean * (1 - mean) / 45
    let fit = try #require(
      Shrinkage(
        values: Self.averages, variances: [Double](repeating: variance, count: 18)))
    #expect(abs(fit.priorMean - 0.265) < 5e-4)
    #expect(abs(fit.factor(variance: variance) - 0.212) < 5e-4)
    // Clemente .294, F. Robinson .289 and Alvis .242 in Efron and Morris (1975), table 1: .290,
    // .286 and .242 there, from an arc-sine scale.
    for (value, shrunk) in [(0.400, 0.29397902), (0.378, 0.28930642), (0.156, 0.24215572)] {
      #expect(abs(fit.shrunk(value, variance: variance) - shrunk) < 1e-8)
    }
    #expect(abs(fit.priorVariance - 0.0005211540506737692) < 1e-15)
  }

  @Test func `equal variances give the factor of James and Stein`() throws {
    var random = SeededGenerator()
    for count in 4...40 {
      let values = (0..<count).map { _ in Double.random(in: -3...3, using: &random) }
      let mean = values.reduce(0, +) / Double(count)
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let fit = try #require(
        Shrinkage(values: values, variances: [Double](repeating: 0.1, count: count)))
      // The fit is bounded: A is not negative.
      let loss = min(Double(count - 3) * 0.1 / squares, Double(count - 3) / Double(count - 1))
      #expect(abs(fit.factor(variance: 0.1) - (1 - loss)) < 1e-9, "seed \(SeededGenerator.seed)")
    }
  }

  @Test func `unequal variances settle where both equations hold`() throws {
    var random = SeededGenerator(2)
    for count in [4, 9, 60, 500] {
      let variances = (0..<count).map { _ in Double.random(in: 0.05...2, using: &random) }
      let values = variances.map { 1 + Double.random(in: -2...2, using: &random) * (1 + $0) }
      let fit = try #require(Shrinkage(values: values, variances: variances))
      let weights = variances.map { 1 / ($0 + fit.priorVariance) }
      let total = weights.reduce(0, +)
      let mean = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / total
      #expect(abs(fit.priorMean - mean) < 1e-12)
      let ratio = Double(count) / Double(count - 1)
      let rest = values.indices.reduce(0) { sum, index in
        let distance = values[index] - mean
        return sum + weights[index] * (ratio * distance * distance - variances[index])
      }
      #expect(abs(max(0, rest / total) - fit.priorVariance) < 1e-9 * (1 + fit.priorVariance))
      // The noisier value keeps less, and its interval holds the shrunk one.
      #expect(fit.factor(variance: 0.05) > fit.factor(variance: 2))
      let interval = fit.interval(values[0], variance: variances[0])
      let shrunk = fit.shrunk(values[0], variance: variances[0])
      #expect(interval.low < shrunk && shrunk < interval.high)
    }
  }

  @Test func `an interval is worked by hand`() throws {
    // Values ±1 and ±3 with V = 1: m = 0, V + A = 20/3, c = 1 − (1/3)·3/20 = 0.95.
    let fit = try #require(
      Shrinkage(values: [-3, -1, 1, 3], variances: [1, 1, 1, 1]))
    #expect(abs(fit.priorVariance - 17.0 / 3) < 1e-11)
    #expect(abs(fit.factor(variance: 1) - 0.95) < 1e-12)
    // s² = 1 − (3/4)·0.05 + 2/(4 − 3)·0.05²·3² = 1.0075.
    let interval = fit.interval(3, variance: 1)
    let half = Interval.normalQuantile * 1.0075.squareRoot()
    #expect(abs(interval.low - (2.85 - half)) < 1e-11)
    #expect(abs(interval.high - (2.85 + half)) < 1e-11)
  }

  @Test func `simulated intervals hold the true values`() throws {
    var random = SeededGenerator(3)
    var (held, count) = (0, 0)
    for _ in 0..<300 {
      let truths = (0..<20).map { _ in normal(&random) * 0.7 }
      let variances = (0..<20).map { _ in Double.random(in: 0.2...1, using: &random) }
      let values = zip(truths, variances).map { $0 + normal(&random) * $1.squareRoot() }
      let fit = try #require(Shrinkage(values: values, variances: variances))
      for index in values.indices {
        let interval = fit.interval(values[index], variance: variances[index])
        if interval.low <= truths[index] && truths[index] <= interval.high { held += 1 }
        count += 1
      }
    }
    let share = Double(held) / Double(count)
    #expect(share > 0.93 && share < 0.97, "found \(share)")
  }

  @Test func `three values tell nothing`() {
    #expect(Shrinkage(values: [1, 2, 3], variances: [1, 1, 1]) == nil)
    #expect(Shrinkage(values: [], variances: []) == nil)
  }

  @Test func `no spread beyond the noise shrinks as far as the count allows`() throws {
    let fit = try #require(
      Shrinkage(values: [0.1, 0.2, 0.1, 0.2, 0.15], variances: [1, 1, 1, 1, 1]))
    #expect(fit.priorVariance == 0 && fit.factor(variance: 1) == 0.5)
  }

  /// The sum of twelve uniform numbers, less its mean: a variance of 1.
  private func normal(_ random: inout SeededGenerator) -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
  }
}
