import Columns
import Foundation
import Testing

@testable import SyntheticRacing

struct PortableMathTests {
  /// Both sides are within two ulps of the truth, and the bound leaves as much again.
  @Test func `exponential and logarithm agree with the C library`() {
    var random = RandomSource(seed: testSeed)
    for _ in 0..<20_000 {
      let x = 60 * (random.unit() - 0.5)
      let e = PortableMath.exp12(x)
      if abs(e - exp(x)) > 4 * exp(x).ulp { Issue.record("exp \(x), seed \(testSeed)") }
      let y = random.unit() * exp(x)
      let l = PortableMath.log(y)
      if abs(l - log(y)) > 4 * log(y).ulp { Issue.record("log \(y), seed \(testSeed)") }
    }
    #expect(PortableMath.exp12(0) == 1)
    #expect(PortableMath.log(1) == 0)
  }

  @Test(arguments: [
    (0.5, 0), (0.975, 1.959963984540054), (0.025, -1.959963984540054),
    (0.8, 0.8416212335729143), (1e-6, -4.753424308822899), (1e-14, -7.650628092935147),
  ])
  func `normal quantiles agree with tables`(p: Double, quantile: Double) {
    #expect(abs(PortableMath.normalQuantile(p) - quantile) <= 1e-6)
  }

  @Test func `draws of a source have the moments of their distributions`() {
    var random = RandomSource(seed: testSeed)
    let count = 100_000
    let normals = (0..<count).map { _ in random.normal() }
    let gumbels = (0..<count).map { _ in random.gumbel() }
    let mean = { (values: [Double]) in values.reduce(0, +) / Double(count) }
    // Five standard errors of each mean.
    #expect(abs(mean(normals)) < 5 * 0.0032, "seed \(testSeed)")
    #expect(abs(mean(normals.map { $0 * $0 }) - 1) < 5 * 0.0045, "seed \(testSeed)")
    #expect(abs(mean(gumbels) - 0.5772156649) < 5 * 0.0041, "seed \(testSeed)")
  }
}
