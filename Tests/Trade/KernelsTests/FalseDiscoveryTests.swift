import Kernels
import TestSupport
import Testing

@Suite struct FalseDiscoveryTests {
  /// The 15 p-values of Benjamini and Hochberg (1995), section 4.1.
  private static let published = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
    0.6528, 0.7590, 1.0000,
  ]

  @Test func `the published example rejects four`() {
    let q = FalseDiscovery.q(Self.published, method: .benjaminiHochberg)
    #expect(q.count { $0 <= 0.05 } == 4)
    // scipy 1.17's false_discovery_control.
    let expected = [
      0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.06385714285714286, 0.06385714285714286, 0.0645,
      0.0765, 0.486, 0.5811818181818181, 0.714875, 0.7532307692307693, 0.8132142857142857, 1,
    ]
    for (found, expected) in zip(q, expected) { #expect(abs(found - expected) < 1e-15) }
  }

  @Test func `under any dependence it rejects three`() {
    let q = FalseDiscovery.q(Self.published, method: .benjaminiYekutieli)
    #expect(q.count { $0 <= 0.05 } == 3)
    for (found, expected) in zip(q, [0.004977343489843491, 0.009954686979686982]) {
      #expect(abs(found - expected) < 1e-15)
    }
    #expect(q.suffix(6).allSatisfy { $0 == 1 })
  }

  @Test func `the order is kept and equal values stay equal`() {
    let q = FalseDiscovery.q([0.04, 0.01, 0.04, 0.5], method: .benjaminiHochberg)
    #expect(q[0] == q[2] && q[1] == 0.04 && q[3] == 0.5)
    #expect(abs(q[0] - 0.04 * 4 / 3) < 1e-16)
    #expect(FalseDiscovery.q([], method: .benjaminiHochberg).isEmpty)
    #expect(FalseDiscovery.q([0.3], method: .benjaminiYekutieli) == [0.3])
  }

  @Test func `random values agree with the plain version`() {
    var random = SeededGenerator()
    for count in 0...60 {
      // Few different values, so that many are equal.
      let p = (0..<count).map { _ in Double(Int.random(in: 0...40, using: &random)) / 40 }
      for method in [FalseDiscovery.Method.benjaminiHochberg, .benjaminiYekutieli] {
        #expect(
          FalseDiscovery.q(p, method: method, threads: 1 + count % 3)
            == FalseDiscovery.referenceQ(p, method: method), "seed \(SeededGenerator.seed)")
      }
    }
  }
}
