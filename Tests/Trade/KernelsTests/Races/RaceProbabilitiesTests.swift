import Columns
import Kernels
import TestSupport
import Testing

@Suite struct RaceProbabilitiesTests {
  @Test func `the published example is reproduced to the last unit`() {
    // worked-examples.json: odds 2.7 / 2.3 / 4.4 normalised basically give
    // 0.35873803615739097, 0.4211272598369373, 0.22013470400567173.
    let expected: [Int64] = [358_738_036, 421_127_260, 220_134_704]
    #expect(fast([2_700_000, 2_300_000, 4_400_000], [3]) == expected)
    #expect(plain([2_700_000, 2_300_000, 4_400_000], [3]) == expected)
  }

  @Test func `the probabilities of a race add up to one within half a unit each`() {
    var generator = SeededGenerator()
    for _ in 0..<300 {
      let odds = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        Int64.random(in: 1_000_001...200_000_000, using: &generator)
      }
      let sum = fast(odds, [odds.count]).reduce(0, +)
      #expect(
        (sum - 1_000_000_000).magnitude * 2 <= odds.count.magnitude,
        "seed \(SeededGenerator.seed)")
    }
  }

  @Test func `one price alone is certain`() {
    let weight = RaceProbabilities.inverse(7_000_000)
    #expect(weight == 142_857_142_857)
    #expect(RaceProbabilities.share(of: weight, in: weight) == 1_000_000_000)
    #expect(RaceProbabilities.inverse(0) == 0 && RaceProbabilities.share(of: 0, in: 0) == 0)
  }

  @Test func `a runner without a price has none and leaves the others alone`() {
    #expect(fast([0, 2_000_000, 0, 2_000_000], [4]) == [0, 500_000_000, 0, 500_000_000])
    #expect(fast([0, 0], [2]) == [0, 0])
    #expect(fast([5_000_000, 0], [1, 1]) == [1_000_000_000, 0])
  }

  @Test func `empty races and rows outside all races are left alone`() {
    var values: [Int64] = [-7, -7, -7, -7]
    var span = values.mutableSpan
    let odds: [Int64] = [3_000_000, 2_000_000, 2_000_000, 3_000_000]
    let starts: [Int32] = [1, 1, 3, 3]
    RaceProbabilities.fill(&span, odds: odds.span, raceStarts: starts.span)
    #expect(values == [-7, 500_000_000, 500_000_000, -7])
    #expect(fast([], []) == [])
  }

  @Test(arguments: [
    [1_000_000, 1_000_000_000_000], [1_000_001, 1_000_000_000_001], [1, 2_000_000],
    [3_000_000_000_000_000_000, 3_000_000_000_000_000_000], [Int64.max, 1_000_001],
    Array(repeating: 1_000_001, count: 5_000), Array(repeating: 1_000_000_000_000, count: 60),
  ])
  func `prices at and beyond the proven range agree with the plain version`(odds: [Int64]) {
    #expect(fast(odds, [odds.count]) == plain(odds, [odds.count]))
  }

  @Test func `exact ties in either division go to the even neighbour`() {
    // 10¹⁸/odds = k + 1/2 exactly for odds = 2^19·5^j; 10⁹·q/Σ = 1/2 unit for equal sums of 2^10.
    var odds: [Int64] = []
    for twos in [19, 20, 22, 30] {
      for fives in 0...12 {
        let price = (0..<fives).reduce(Int64(1) << twos) { value, _ in value * 5 }
        if price <= 1_000_000_000_000 { odds.append(price) }
      }
    }
    for price in odds {
      #expect(fast([price, 3_000_000], [2]) == plain([price, 3_000_000], [2]))
    }
    for count in [1_024, 2_048, 4_096] {
      let race = [Int64](repeating: 2_000_000, count: count)
      #expect(fast(race, [count]) == plain(race, [count]))
    }
  }

  @Test func `a tie between an odd and an even unit goes up to the even one`() {
    // Inverses 3x of 1024x: 10⁹·3/1024 = 2929687.5. Below 10⁹ every inverse has a price.
    for x in stride(from: Int64(400_000), to: 900_000, by: 997) {
      let odds = [3 * x, 1_021 * x].map {
        Rounding.halfEven(1_000_000_000_000_000_000, dividedBy: $0)
      }
      #expect(fast(odds, [2]) == [2_929_688, 997_070_312])
      #expect(plain(odds, [2]) == [2_929_688, 997_070_312])
    }
  }

  @Test func `random races agree with the plain version`() {
    var random = SeededGenerator()
    for _ in 0..<60 {
      let sizes = (0..<20).map { _ in Int.random(in: 0...60, using: &random) }
      let odds = (0..<sizes.reduce(0, +)).map { _ in price(&random) }
      #expect(fast(odds, sizes) == plain(odds, sizes), "seed \(SeededGenerator.seed)")
    }
  }

  @Test func `a race's probabilities sum to one within half a unit per runner`() {
    var random = SeededGenerator(1)
    for size in 1...60 {
      let odds = (0..<size).map { _ in max(1_000_001, price(&random)) }
      let sum = fast(odds, [size]).reduce(0, +)
      #expect(abs(sum - 1_000_000_000) <= Int64(size + 1) / 2, "seed \(SeededGenerator.seed)")
    }
  }

  /// Returns a price that is missing, short, ordinary with two decimals, or of any magnitude.
  private func price(_ random: inout SeededGenerator) -> Int64 {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: 0
    case 1: Int64.random(in: 1_000_001...1_100_000, using: &random)
    case 2...5: Int64.random(in: 101...10_000, using: &random) * 10_000
    default:
      Int64.random(
        in: 1_000_001...(1 << Int64.random(in: 20...39, using: &random)),
        using: &random)
    }
  }

  private func fast(_ odds: [Int64], _ sizes: [Int]) -> [Int64] {
    var values = [Int64](repeating: -1, count: odds.count)
    var span = values.mutableSpan
    RaceProbabilities.fill(&span, odds: odds.span, raceStarts: raceStarts(sizes).span)
    return values
  }

  private func plain(_ odds: [Int64], _ sizes: [Int]) -> [Int64] {
    var values = [Int64](repeating: -1, count: odds.count)
    var span = values.mutableSpan
    RaceProbabilities.referenceFill(&span, odds: odds.span, raceStarts: raceStarts(sizes).span)
    return values
  }
}
