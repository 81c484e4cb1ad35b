import Columns
import Foundation
import TestSupport
import Testing

struct RoundingTests {
  @Test(arguments: [
    (5, 2, 2), (7, 2, 4), (-5, 2, -2), (-7, 2, -4), (1, 2, 0), (-1, 2, 0), (3, 2, 2),
    (4, 3, 1), (5, 3, 2), (-4, 3, -1), (-5, 3, -2), (0, 9, 0), (9, 1, 9), (-9, 1, -9),
  ])
  func `a half goes to the even neighbour`(numerator: Int, divisor: Int, expected: Int) {
    #expect(Rounding.halfEven(numerator, dividedBy: divisor) == expected)
    #expect(Rounding.halfEven(Int128(numerator), dividedBy: Int128(divisor)) == Int128(expected))
    #expect(referenceHalfEven(Int128(numerator), over: Int128(divisor)) == Int128(expected))
  }

  @Test func `extreme values do not overflow on the way`() {
    #expect(Rounding.halfEven(Int64.max, dividedBy: Int64.max) == 1)
    #expect(Rounding.halfEven(Int64.min, dividedBy: Int64.max) == -1)
    #expect(Rounding.halfEven(Int64.max, dividedBy: 1) == Int64.max)
    #expect(Rounding.halfEven(Int64.min, dividedBy: 1) == Int64.min)
    #expect(Rounding.halfEven(Int64.max, dividedBy: 2) == 1 << 62)
    #expect(Rounding.halfEven(Int128.max, dividedBy: Int128.max - 1) == 1)
    #expect(Rounding.halfEven(Int128.min, dividedBy: Int128.max) == -1)
  }

  @Test func `both widths agree with the plain version`() {
    var random = SeededGenerator()
    for _ in 0..<20_000 {
      let divisor = Int64.random(in: 1...(1 << Int64.random(in: 0...40)), using: &random)
      let numerator = Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)
      // An odd multiple of half an even divisor is a tie; make sure there are many.
      let tie = (2 * Int64.random(in: -1000...1000, using: &random) + 1) * divisor
      for (n, d) in [(numerator, divisor), (tie, 2 * divisor)] {
        let expected = referenceHalfEven(Int128(n), over: Int128(d))
        #expect(
          Rounding.halfEven(Int128(n), dividedBy: Int128(d)) == expected,
          "seed \(SeededGenerator.seed)")
        #expect(
          Int128(Rounding.halfEven(n, dividedBy: d)) == expected, "seed \(SeededGenerator.seed)")
      }
    }
  }

  @Test func `a product beyond 64 bits is still exact`() {
    #expect(Rounding.halfEven(Int64.max, times: 3, dividedBy: 3) == Int64.max)
    #expect(Rounding.halfEven(Int64.max, times: 1_000_000, dividedBy: 2_000_000) == 1 << 62)
    #expect(Rounding.halfEven(Int64.min, times: 10, dividedBy: 20) == -(1 << 62))
  }

  @Test func `a narrow product agrees with the wide one`() {
    var generator = SeededGenerator()
    for _ in 0..<2_000 {
      let left = Int64.random(in: -1_000_000...1_000_000, using: &generator)
      let right = Int64.random(in: -1_000_000...1_000_000, using: &generator)
      let denominator = Int64.random(in: 1...50, using: &generator)
      let wide = Rounding.halfEven(Int128(left) * Int128(right), dividedBy: Int128(denominator))
      #expect(
        Rounding.halfEven(left, times: right, dividedBy: denominator) == Int64(wide),
        "seed \(SeededGenerator.seed): \(left) \(right) \(denominator)")
    }
  }

  @Test(
    arguments: [
      (0, 0), (-0.0, 0), (-0.000_000_4, 0), (-0.000_001, -1), (12.345_678_9, 12_345_679),
      (0.000_000_5, 0), (0.000_001_5, 2), (1e12, 1_000_000_000_000_000_000), (1e-300, 0),
      (-2.5, -2_500_000),
    ] as [(Double, Int64)])
  func `a double keeps the digits of its exact expansion`(value: Double, expected: Int64) {
    #expect(Rounding.halfEven(value, scaledBy: 1_000_000) == expected)
  }

  @Test func `a double's digits are those that C prints`() {
    var random = SeededGenerator(7)
    for _ in 0..<20_000 {
      let value =
        Double.random(in: -1000...1000, using: &random)
        / Double(Int64.random(in: 1...1000, using: &random))
      let printed = String(format: "%.6f", value).filter { $0 != "." }
      #expect(
        Rounding.halfEven(value, scaledBy: 1_000_000) == Int64(printed),
        "seed \(SeededGenerator.seed)")
    }
  }

  @Test func `doubles next to a half round as C prints them`() {
    var random = SeededGenerator(8)
    for _ in 0..<5_000 {
      let units = Double(Int64.random(in: -40_000_000...40_000_000, using: &random))
      var value = (units + 0.5) / 1_000_000
      for _ in 0..<Int.random(in: 0...3, using: &random) { value = value.nextUp }
      for _ in 0..<Int.random(in: 0...3, using: &random) { value = value.nextDown }
      let printed = String(format: "%.6f", value).filter { $0 != "." }
      #expect(
        Rounding.halfEven(value, scaledBy: 1_000_000) == Int64(printed),
        "seed \(SeededGenerator.seed): \(value)")
    }
  }
}

/// Rounds half to even by its definition, for values whose quadruple fits `Int128`.
///
/// `⌊(2n + d) / 2d⌋` rounds halves up; subtract one if that gave an odd tie.
private func referenceHalfEven(_ numerator: Int128, over divisor: Int128) -> Int128 {
  let shifted = 2 * numerator + divisor
  let remainder = shifted % (2 * divisor)
  let floored = shifted / (2 * divisor) - (remainder < 0 ? 1 : 0)
  let isTie = remainder == 0
  return isTie && floored % 2 != 0 ? floored - 1 : floored
}
