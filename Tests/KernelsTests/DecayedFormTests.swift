import Kernels
import TestSupport
import Testing

@Suite struct DecayedFormTests {
  @Test func `weights are halved at every half-life`() {
    // METRICS: ages 0, 90, 180, 45 at a half-life of 90 days weigh 1, .5, .25, .7071067811865476.
    let weights = DecayedForm.halfLifeWeights(days: 180, halfLife: 90)
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
    let weights = DecayedForm.halfLifeWeights()
    for (age, weight) in expected { #expect(weights[age] == weight) }
    #expect(weights.reduce(0, +) == 43_773_471_166)
    #expect(weights.enumerated().reduce(0) { $0 + Int64($1.0) * $1.1 } == 1_869_344_844_137)
  }

  @Test func `every window takes the runs up to its days`() {
    let form = DecayedForm(weights: [9, 5, 4, 3], windowDays: [1, 2, 100, 0])
    let runs = Runs(codes: [0, 0, 0, 1], ages: [1, 2, 3, 2], prb: [10, 100, 1_000, 7])
    let sums = runs.sums(form, entityCount: 2)
    #expect(sums.numerators == [50, 450, 3_450, 0, 0, 28, 28, 0])
    #expect(sums.denominators == [5, 9, 12, 0, 0, 4, 4, 0])
  }

  @Test func `runs outside entities, ages or definition count nowhere`() {
    let form = DecayedForm(weights: [9, 5, 4], windowDays: [365])
    let runs = Runs(
      codes: [-1, 3, 0, 0, 0, 0, 2], ages: [1, 1, 0, 3, -4, 1, 2], prb: [5, 5, 5, 5, 5, -1, 0])
    let sums = runs.sums(form, entityCount: 3)
    #expect(sums.numerators == [0, 0, 0])
    #expect(sums.denominators == [0, 0, 4])
  }

  @Test func `nothing to sum gives zeros`() {
    let none = Runs(codes: [], ages: [], prb: [])
    let weights = DecayedForm.halfLifeWeights()
    #expect(
      none.sums(DecayedForm(weights: weights, windowDays: [14]), entityCount: 0)
        .numerators == [])
    #expect(
      none.sums(DecayedForm(weights: weights, windowDays: []), entityCount: 2)
        .numerators == [])
    for short in [[], [1]] as [[Int64]] {
      let sums = none.sums(DecayedForm(weights: short, windowDays: [14]), entityCount: 2)
      #expect(sums.denominators == [0, 0])
    }
  }

  @Test func `an entity with very many runs is summed in narrower limbs`() {
    // 300,000 runs of 10⁶ pass 2³⁸; times a limb of fifteen ones that passes 2⁵³.
    let weights = [Int64](repeating: 30_516 << 15 | 32_767, count: 366)
    let form = DecayedForm(weights: weights, windowDays: [14] + Array(350...365))
    let count = 300_000
    let runs = Runs(
      codes: (0..<count).map { $0 % 1_000 == 0 ? 1 : 0 },
      ages: (0..<count).map { Int16($0 % 366) },
      prb: (0..<count).map { Int32(1_000_000 - $0 % 3) })
    #expect(runs.sums(form, entityCount: 2) == runs.plainSums(form, entityCount: 2))
  }

  @Test(arguments: [1, 2, 7, 64, 512])
  func `random runs agree with the plain version for any partition`(partitionSize: Int) {
    var random = SeededGenerator(UInt64(partitionSize))
    for entityCount in [1, 6, 64, 129] {
      let form = DecayedForm(
        weights: DecayedForm.halfLifeWeights(), windowDays: [14, 30, 90, 365, 400],
        partitionSize: partitionSize)
      let rows = Int.random(in: 0...1_500, using: &random)
      let runs = Runs(
        codes: (0..<rows).map { _ in Int32.random(in: -1...Int32(entityCount), using: &random) },
        ages: (0..<rows).map { _ in Int16.random(in: -2...370, using: &random) },
        prb: (0..<rows).map { _ in Int32.random(in: -1...1_000_000, using: &random) })
      let expected = runs.plainSums(form, entityCount: entityCount)
      #expect(
        runs.sums(form, entityCount: entityCount) == expected, "seed \(SeededGenerator.seed)")
    }
  }

  private struct Runs {
    var codes: [Int32]
    var ages: [Int16]
    var prb: [Int32]

    func sums(_ form: DecayedForm, entityCount: Int) -> FormSums {
      form.sums(codes: codes.span, ages: ages.span, prb: prb.span, entityCount: entityCount)
    }

    func plainSums(_ form: DecayedForm, entityCount: Int) -> FormSums {
      form.referenceSums(codes: codes, ages: ages, prb: prb, entityCount: entityCount)
    }
  }
}
