import Columns
import Kernels
import TestSupport
import Testing

struct BaselineTests {
  private static let shinReadme = "mberk/shin README.md and tests/test_shin.py"
  private static let impliedPage = "martineastwood/penaltyblog docs/implied/implied.rst"
  private static let sixRunners: [Int64] = [870, 200, 100, 50, 20, 10].map {
    Rounding.halfEven(1_000_000_000, dividedBy: $0)
  }

  static let examples = [
    Published(
      "E039", (Baseline.shin, [2_600_000, 2_400_000, 4_300_000] as [Int64]),
      (
        [0.37299406033208965, 0.4047794109200184, 0.2222265287474275] as [Double],
        0.01694251276407055
      ), shinReadme),
    Published(
      "E040", (.shin, [1_500_000, 2_740_000]),
      ([0.6508515815085157, 0.3491484184914841], 0.03172728540646625), shinReadme),
    Published(
      "E043", (.shin, [2_700_000, 2_300_000, 4_400_000]),
      ([0.35934391959159157, 0.42324384818283234, 0.21741223222458853], 0.0162), within: 5e-5,
      impliedPage),
    // The example gives 1/odds; odds of 1/0.87, rounded to 10⁻⁶, move c by 1.8·10⁻⁶.
    Published(
      "E047", (.power, sixRunners),
      ([0.82575, 0.109403, 0.042185, 0.016267, 0.004615, 0.00178], 1.374838), within: 2e-6,
      "a solver on the six runners of opisthokonta/implied"),
    Published(
      "E047", (.shin, sixRunners),
      ([0.768786, 0.147486, 0.058968, 0.020021, 0.003766, 0.000971], 0.081503), within: 2e-6,
      "a solver on the six runners of opisthokonta/implied"),
    Published(
      "E047", (.oddsRatio, sixRunners),
      ([0.781991, 0.118162, 0.056206, 0.027436, 0.01082, 0.005385], 1.865732), within: 2e-6,
      "a solver on the six runners of opisthokonta/implied"),
  ]

  @Test(arguments: examples)
  func `published probabilities and parameters are reproduced`(
    example: Published<(Baseline, [Int64]), ([Double], Double)>
  ) {
    let (baseline, odds) = example.inputs
    for (share, expected) in zip(fast(odds, [odds.count], baseline), example.expected.0) {
      example.check(Double(share) / 1e9, expected)
    }
    example.check(
      RaceProbabilities.parameter(odds: odds.span, baseline: baseline), example.expected.1)
  }

  @Test func `fair odds of six runners are the power method's`() {
    let odds: [Int64] = [1_150_000, 5_000_000, 10_000_000, 20_000_000, 50_000_000, 100_000_000]
    let example = Published(
      "E045", odds, [1.21, 9.12, 23.63, 61.23, 215.54, 558.47], within: 0.35,
      "https://forum.betangel.com/viewtopic.php?f=5&t=24173")
    for (share, expected) in zip(fast(odds, [6], .power), example.expected) {
      example.check(1e9 / Double(share), expected)
    }
    let exponent = RaceProbabilities.parameter(odds: odds.span, baseline: .power)
    #expect(abs(exponent! - 1.3736) < 5e-5)
  }

  @Test func `two runners share by Shin as if each had half the margin`() {
    // E040: π − (S − 1)/2 for two runners.
    let odds: [Int64] = [1_500_000, 2_740_000]
    let margin = 1 / 1.5 + 1 / 2.74 - 1
    let shares = fast(odds, [2], .shin)
    for (share, price) in zip(shares, [1.5, 2.74]) {
      #expect(abs(Double(share) / 1e9 - (1 / price - margin / 2)) < 1e-9)
    }
  }

  @Test func `raw is each price alone, the margin included`() {
    #expect(
      fast([4_000_000, 3_000_000, 0, 1_000_000], [3, 1], .raw)
        == [250_000_000, 333_333_333, 0, 1_000_000_000])
    // 10¹⁵ / odds is 0.5 and 1.5.
    #expect(fast([2_000_000_000_000_000, 666_666_666_666_666], [2], .raw) == [0, 2])
  }

  @Test(arguments: Baseline.allCases)
  func `a runner without a price has no share, and one price alone is certain`(
    baseline: Baseline
  ) {
    let certain: Int64 = baseline == .raw ? 200_000_000 : 1_000_000_000
    #expect(fast([0, 5_000_000, 0], [2, 1], baseline) == [0, certain, 0])
    let with = fast([2_500_000, 0, 2_500_000, 4_000_000], [4], baseline)
    #expect(with[1] == 0)
    #expect(with.filter { $0 != 0 } == fast([2_500_000, 2_500_000, 4_000_000], [3], baseline))
  }

  @Test(arguments: [Baseline.power, .shin, .oddsRatio])
  func `a book with a price of 1 or less is shared out in proportion`(baseline: Baseline) {
    for odds: [Int64] in [
      [1_000_000, 3_000_000], [1_000_000, 1_000_000, 9_000_000], [500_000, 7],
    ] {
      #expect(fast(odds, [odds.count], baseline) == fast(odds, [odds.count], .multiplicative))
      #expect(RaceProbabilities.parameter(odds: odds.span, baseline: baseline) == nil)
    }
  }

  @Test func `a book below 1 has powers and odds ratios, and no insiders`() {
    let odds: [Int64] = [4_000_000, 5_000_000, 9_000_000]
    #expect(fast(odds, [3], .shin) == fast(odds, [3], .multiplicative))
    for baseline in [Baseline.power, .oddsRatio] {
      let shares = fast(odds, [3], baseline)
      #expect(shares.reduce(0, +).distance(to: 1_000_000_000).magnitude <= 1)
      #expect(RaceProbabilities.parameter(odds: odds.span, baseline: baseline)! < 1)
      // Below 1 the margin is negative: the shortest price takes less of it than by proportion.
      #expect(shares[0] != fast(odds, [3], .multiplicative)[0])
    }
  }

  @Test func `a fair book keeps its prices by every method`() {
    let odds: [Int64] = [2_000_000, 4_000_000, 8_000_000, 8_000_000]
    for baseline in Baseline.allCases {
      #expect(fast(odds, [4], baseline) == [500_000_000, 250_000_000, 125_000_000, 125_000_000])
    }
  }

  @Test(arguments: Baseline.allCases)
  func `random races agree with the formulas, and all but raw add up to one`(baseline: Baseline) {
    var random = SeededGenerator()
    var different = 0
    for _ in 0..<300 {
      let count = Int.random(in: 0...30, using: &random)
      let odds = (0..<count).map { _ in price(&random) }
      let (fast, plain) = (fast(odds, [count], baseline), plain(odds, [count], baseline))
      for (one, other) in zip(fast, plain) where one != other {
        #expect(abs(one - other) == 1, "seed \(SeededGenerator.seed)")
        different += 1
      }
      let priced = odds.count { $0 > 0 }
      guard baseline != .raw, priced > 0 else { continue }
      let excess = fast.reduce(0, +) - 1_000_000_000
      #expect(abs(excess) * 2 <= Int64(priced) + 1, "seed \(SeededGenerator.seed)")
      // Shorter prices never have smaller shares.
      let ordered = zip(odds, fast).filter { $0.0 > 0 }.sorted { $0.0 < $1.0 }
      #expect(zip(ordered, ordered.dropFirst()).allSatisfy { $0.1 >= $1.1 })
    }
    // Of some four thousand shares, next to none lies within 10⁻¹⁴ of a half unit.
    #expect(different <= 2, "seed \(SeededGenerator.seed)")
  }

  @Test func `extreme books are solved`() {
    let books: [[Int64]] = [
      Array(repeating: 1_000_001, count: 40), [1_000_001, 1_000_001, 50_000_000],
      [1_000_001, 9_000_000_000_000_000_000], Array(repeating: 1_000_000_000_000, count: 40),
      [1_010_000, 1_000_000_000], Array(repeating: 40_000_000, count: 40),
    ]
    for odds in books {
      for baseline in [Baseline.power, .shin, .oddsRatio] {
        let sum = fast(odds, [odds.count], baseline).reduce(0, +)
        #expect(abs(sum - 1_000_000_000) * 2 <= Int64(odds.count) + 1, "\(baseline) \(odds)")
      }
    }
  }

  @Test func `races and rows outside all races are left alone`() {
    for baseline in Baseline.allCases {
      var values: [Int64] = [-7, -7, -7, -7]
      var span = values.mutableSpan
      let odds: [Int64] = [3_000_000, 2_000_000, 2_000_000, 3_000_000]
      let starts: [Int32] = [1, 1, 3, 3]
      RaceProbabilities.fill(
        &span, odds: odds.span, raceStarts: starts.span, baseline: baseline)
      #expect(values == [-7, 500_000_000, 500_000_000, -7])
    }
  }

  /// Returns a price as they are: missing at times, short, ordinary, or a long shot.
  private func price(_ random: inout SeededGenerator) -> Int64 {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: 0
    case 1: Int64.random(in: 1_010_000...1_500_000, using: &random)
    case 2...6: Int64.random(in: 150...5_000, using: &random) * 10_000
    default: Int64.random(in: 50...1_000, using: &random) * 1_000_000
    }
  }

  private func fast(_ odds: [Int64], _ sizes: [Int], _ baseline: Baseline) -> [Int64] {
    var values = [Int64](repeating: -1, count: odds.count)
    var span = values.mutableSpan
    RaceProbabilities.fill(
      &span, odds: odds.span, raceStarts: raceStarts(sizes).span, baseline: baseline)
    return values
  }

  private func plain(_ odds: [Int64], _ sizes: [Int], _ baseline: Baseline) -> [Int64] {
    var values = [Int64](repeating: -1, count: odds.count)
    var span = values.mutableSpan
    RaceProbabilities.referenceFill(
      &span, odds: odds.span, raceStarts: raceStarts(sizes).span, baseline: baseline)
    return values
  }
}
