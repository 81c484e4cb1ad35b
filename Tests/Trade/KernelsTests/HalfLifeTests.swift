import Kernels
import TestSupport
import Testing

@Suite struct HalfLifeTests {
  @Test func `weights are halved at every half-life`() {
    // METRICS: ages 0, 90, 180, 45 at a half-life of 90 days weigh 1, .5, .25, .7071067811865476.
    let weights = HalfLife.weights(days: 180, halfLife: 90)
    #expect(weights.count == 181)
    #expect(
      [0, 90, 180, 45].map { weights[$0] } == [
        1_000_000_000, 500_000_000, 250_000_000, 707_106_781,
      ])
  }

  @Test func `weights of thirty days equal values of sixty digits`() {
    // Python decimal with 60 digits, ROUND_HALF_EVEN; age 300 is the exact tie 976562.5.
    let expected: [Int: Int64] = [
      0: 1_000_000_000, 1: 977_159_968, 2: 954_841_604, 7: 850_667_161, 14: 723_634_619,
      29: 511_686_946, 30: 500_000_000, 31: 488_579_984, 45: 353_553_391, 60: 250_000_000,
      90: 125_000_000, 100: 99_212_566, 180: 15_625_000, 200: 9_843_133, 300: 976_562,
      364: 222_588, 365: 217_505,
    ]
    let weights = HalfLife.weights()
    for (age, weight) in expected { #expect(weights[age] == weight) }
    #expect(weights.reduce(0, +) == 43_773_471_166)
    #expect(weights.enumerated().reduce(0) { $0 + Int64($1.0) * $1.1 } == 1_869_344_844_137)
  }
}
