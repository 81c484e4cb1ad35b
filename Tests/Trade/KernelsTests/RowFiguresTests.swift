import Columns
import TestSupport
import Testing

@testable import Kernels

@Suite struct RowFiguresTests {
  private let rows = RowFigures.rowLimit

  @Test func `quotients of any size are those of each row alone`() {
    var random = SeededGenerator(11)
    var positive = 0
    for round in 0..<1_000 {
      let factor = wide(&random, bits: round % 40).magnitude + 1
      let divisor = wide(&random, bits: round / 7 % 23).magnitude + 1
      let denominators = (0..<rows).map { _ in wide(&random, bits: round / 5 % 39) }
      let numerators = denominators.map { denominator in
        let numerator = wide(&random, bits: round / 3 % 63)
        // The quotient must fit; with the numerator 1 it does.
        let most = Int128(Int64.max) * Int128(max(1, denominator)) * Int128(divisor)
        return (Int128(numerator) * Int128(factor)).magnitude < most.magnitude ? numerator : 1
      }
      let found = ratios(numerators, Int64(factor), denominators, Int64(divisor))
      for row in 0..<rows {
        positive += denominators[row] > 0 ? 1 : 0
        #expect(
          found[row]
            == RowFigures.ratio(numerators[row], Int64(factor), denominators[row], Int64(divisor)),
          "seed \(SeededGenerator.seed)")
      }
    }
    #expect(positive > 20_000)
  }

  @Test func `halves go to the even neighbour`() {
    // 1/2, 3/2, 5/2 and so on up to where doubles have no halves.
    for bits in [3, 20, 40, 46, 47, 48, 50, 52, 55, 61] {
      let first = Int64(1) << Int64(bits)
      let odd = (0..<Int64(rows)).map { (row: Int64) -> Int64 in first + 2 * row + 1 }
      let even = odd.map { (number: Int64) -> Int64 in
        let half = number / 2
        return half % 2 == 0 ? half : half + 1
      }
      let two = [Int64](repeating: 2, count: rows)
      #expect(ratios(odd, 1, two, 1) == even)
      #expect(ratios(odd.map { -$0 }, 1, two, 1) == even.map { -$0 })
      #expect(ratios(odd, 3, two, 3) == even)
      #expect(rounded(odd, in: 2) == even)
      // Next to a half on either side.
      let many = [Int64](repeating: 1_000_000_007 * 2, count: rows)
      let near = (0..<Int64(rows)).map { (row: Int64) -> Int64 in
        (row + 5) * 1_000_000_007 + row % 3 - 1
      }
      #expect(
        ratios(near, 1, many, 1)
          == near.map { Rounding.halfEven($0, dividedBy: 1_000_000_007 * 2) })
    }
  }

  @Test func `sums lose digits as each does alone`() {
    var random = SeededGenerator(12)
    for round in 0..<300 {
      let sums = (0..<rows).map { _ in wide(&random, bits: round % 56) }
      for step in [1, 7, 100, 100_000] as [Int64] {
        #expect(
          rounded(sums, in: step) == sums.map { Rounding.halfEven($0, dividedBy: step) },
          "seed \(SeededGenerator.seed)")
      }
    }
  }

  @Test func `rates have Wilson's interval, rounded`() {
    var random = SeededGenerator(13)
    for round in 0..<500 {
      let runs = (0..<rows).map { _ in
        Int64.random(in: 0...(1 << Int64(round % 40)), using: &random)
      }
      let wins = runs.map { round % 5 == 0 ? $0 : .random(in: 0...$0, using: &random) }
      let (lows, highs) = intervals { lows, highs in
        RowFigures.fill(lows: &lows, highs: &highs, wins: wins.span, runs: runs.span)
      }
      for row in 0..<rows {
        let plain = RowFigures.winInterval(wins: wins[row], runs: runs[row])
        let ends = RowFigures.ends(plain)
        #expect(lows[row] == ends.low && highs[row] == ends.high, "seed \(SeededGenerator.seed)")
        #expect(Wilson.interval(wins: wins[row], runs: runs[row]) == plain)
      }
    }
  }

  @Test func `returns have the score test's interval, rounded`() {
    var random = SeededGenerator(14)
    var kinds: [Bets.Kind: Int] = [:]
    for round in 0..<LongForm.count(300, short: 60, "blocks of rows") {
      // Blocks may have fewer rows.
      let own = (0..<(round % 4 == 0 ? round / 4 % (rows + 1) : rows)).map { _ in
        Bets(Bets.Kind.allCases.randomElement(using: &random)!, &random)
      }
      let (moments, stakes) = (own.map(\.moments), own.map(\.stake))
      let returned = own.map(\.returned)
      var there: UInt64 = 0
      let (lows, highs) = intervals(of: own.count) { lows, highs in
        there = RowFigures.fill(
          lows: &lows, highs: &highs, moments: moments.span, stakes: stakes.span,
          returned: returned.span)
      }
      for (row, bets) in own.enumerated() {
        kinds[bets.kind, default: 0] += 1
        let plain = bets.moments.interval(stake: bets.stake, returned: bets.returned)
        let ends = RowFigures.ends(plain)
        #expect((there >> UInt64(row) & 1 == 1) == (plain != nil), "\(bets)")
        #expect(
          plain == nil || lows[row] == ends.low && highs[row] == ends.high,
          "\(bets), seed \(SeededGenerator.seed)")
      }
    }
    #expect(kinds.count == Bets.Kind.allCases.count)
  }

  @Test func `an end next to a half, or far away, is rounded by all its digits`() {
    // Odd multiples of half a millionth, and values half a millionth of that apart: the doubles
    // nearest to them lie now above, now below, and times 10⁶ in doubles many are the half itself.
    let profits = (0..<Int64(rows)).map { row in
      let odd: Int64 = 2 * row * row * row + 1
      return odd * 1_000_000 + row % 3 - 1
    }
    for profits in [profits, profits.map { $0 << 28 }] {
      var ends = profits.map { Double($0) / (1e6 * 2_000_000) }
      let exact = ends.map { Rounding.halfEven($0, scaledBy: 1_000_000) }
      var found = zeros
      var span = found.mutableSpan
      ends.withUnsafeMutableBufferPointer { RowFigures.round(&span, $0.baseAddress!) }
      #expect(found == exact)
    }
  }

  @Test func `bits tell which values are positive`() {
    for count in [0, 1, 63, 64] {
      let values = (0..<count).map { Int64($0 % 3 - 1) }
      let bits = RowFigures.positive(values.span)
      var seen: [Int] = []
      bits.forEachBit { seen.append($0) }
      #expect(seen == (0..<count).filter { $0 % 3 == 2 })
    }
  }

  // MARK: - Helpers

  private var zeros: [Int64] { [Int64](repeating: 0, count: rows) }

  private func intervals(
    of count: Int = RowFigures.rowLimit,
    _ fill: (inout MutableSpan<Int64>, inout MutableSpan<Int64>) -> Void
  ) -> (lows: [Int64], highs: [Int64]) {
    var (lows, highs) = (Array(zeros.prefix(count)), Array(zeros.prefix(count)))
    do {
      var low = lows.mutableSpan
      var high = highs.mutableSpan
      fill(&low, &high)
    }
    return (lows, highs)
  }

  /// Returns a number of up to `bits` bits, of either sign; often a small one.
  private func wide(_ random: inout SeededGenerator, bits: Int) -> Int64 {
    let most = Int64(1) << Int64(Int.random(in: 0...bits, using: &random))
    return .random(in: -most...most, using: &random)
  }

  private func ratios(
    _ numerators: [Int64], _ factor: Int64, _ denominators: [Int64], _ divisor: Int64
  ) -> [Int64] {
    var ratios = zeros
    do {
      var span = ratios.mutableSpan
      RowFigures.fill(
        ratios: &span, numerators.span, times: factor, dividedBy: denominators.span,
        times: divisor)
    }
    return ratios
  }

  private func rounded(_ sums: [Int64], in step: Int64) -> [Int64] {
    var rounded = zeros
    do {
      var span = rounded.mutableSpan
      RowFigures.fill(rounded: &span, sums.span, in: step)
    }
    return rounded
  }
}

/// Bets on some races, one or more a race, as sums.
private struct Bets {
  enum Kind: CaseIterable {
    case none, one, few, many, lost, won, short, long, even, surplus, unpriced, partly, twofold
  }

  let kind: Kind
  let moments: ReturnMoments
  let stake: Int64
  let returned: Int64

  init(_ kind: Kind, _ random: inout SeededGenerator) {
    self.kind = kind
    var races = RaceClusters()
    var prices = PriceSums()
    let units: Int64 = kind == .twofold ? 2 : 1
    let unit = units * 1_000_000
    let price = Int64(100 * PortableMath.exp(.random(in: 0.01...4, using: &random)))
    let chance = Double.random(in: 0.3...1.5, using: &random)
    for _ in 0..<Self.count(kind, &random) {
      let bets: Int64 = kind == .one ? 1 : [1, 1, 1, 2, 3].randomElement(using: &random)!
      var profit = -bets * unit
      for bet in 0..<bets {
        let hundredths: Int64 =
          switch kind {
          case .even: price
          case .short: .random(in: 101...150, using: &random)
          case .long: .random(in: 100_00...1_000_000_00, using: &random)
          default: Int64(100 * PortableMath.exp(.random(in: 0.01...4, using: &random)))
          }
        let odds = hundredths * 10_000
        let isWon = Double.random(in: 0..<1, using: &random) < chance / (Double(odds) / 1e6)
        prices.add(odds)
        // The winners of the surplus pay more than their prices; dead heats half of them.
        let paid = kind == .surplus ? 3 * odds : Bool.random(using: &random) ? odds : odds / 2
        if kind == .won || kind != .lost && isWon && bet == 0 {
          profit += units * (kind == .won ? odds : paid)
        }
      }
      races.add(profit: profit, bets: bets)
    }
    let known = prices.net(of: races.bets, kept: kind == .partly ? 0.95 : 1)
    let isPriced = kind != .unpriced && kind != .twofold
    moments = ReturnMoments(
      races, units: units, odds: isPriced ? known.odds : 0,
      oddsSquares: isPriced ? known.squares : 0)
    stake = races.bets * unit
    returned = races.profit + stake
  }

  private static func count(_ kind: Kind, _ random: inout SeededGenerator) -> Int {
    switch kind {
    case .none: 0
    case .one: 1
    case .many: .random(in: 100...3_000, using: &random)
    default: Int(PortableMath.exp(.random(in: 0...5, using: &random)))
    }
  }
}
