import Columns
import Testing

@testable import Kernels

@Suite struct TailMathTests {
  /// Values of scipy 1.17's gammainc, of a million by mpmath 1.3.
  ///
  /// The first is the Archie of 0.3, whose published p is 0.58 (E035).
  @Test(
    arguments: [
      (0.5, 0.15, 0.416117579229635), (3, 1, 0.08030139707139418),
      (10, 3.5, 0.003314944264632366), (0.99, 0.09, 0.0885572608295562),
      (20.5, 12.25, 0.01919086169575063), (16, 15.9, 0.5233032617183525),
      (15.999, 2, 4.809859266677373e-10), (100, 60, 1.4815276326460494e-06),
      (1_000, 1_000, 0.5042052441802155), (1_005_000, 1_000_000, 2.934034048031641e-07),
      (0.25, 0.006, 0.306687539308229), (2.5, 1e-06, 3.0090089629618914e-16),
    ] as [(Double, Double, Double)])
  func `tails equal those of other libraries`(a: Double, mean: Double, expected: Double) {
    let found = TailMath.poissonTail(atLeast: a, mean: mean)
    #expect(abs(found - expected) <= 1e-11 * expected, "found \(found)")
  }

  @Test func `a tail of whole numbers is the sum of its terms`() {
    for mean in [0.01, 0.7, 4, 30] {
      for first in stride(from: Int(mean.rounded(.up)), to: 80, by: 3) where first > 0 {
        var (term, below) = (PortableMath.exp(-mean), 0.0)
        for count in 0..<first {
          below += term
          term *= mean / Double(count + 1)
        }
        let found = TailMath.poissonTail(atLeast: Double(first), mean: mean)
        #expect(abs(found - (1 - below)) < 1e-13)
      }
    }
  }

  @Test func `the exponential and the logarithm undo each other`() {
    #expect(PortableMath.exp(0) == 1 && PortableMath.log(1, over: 1) == 0)
    #expect(abs(PortableMath.exp(1) - 2.718281828459045) < 1e-15)
    #expect(abs(PortableMath.log(10, over: 1) - 2.302585092994046) < 1e-15)
    for x in stride(from: -690.0, through: 690, by: 7.3) {
      #expect(abs(PortableMath.log(PortableMath.exp(x), over: 1) - x) <= 1e-15 * max(1, abs(x)))
    }
    #expect(PortableMath.exp(-701) == 0)
  }
}
