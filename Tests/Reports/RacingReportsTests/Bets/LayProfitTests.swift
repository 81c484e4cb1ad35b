import CKernels
import Columns
import Racing
import TestSupport
import Testing

struct LayProfitTests {
  /// Odds from below 1 to beyond all prices, and many whose quotient is near a half.
  @Test func `profits of lays in columns are those that settlement gives one by one`() throws {
    var random = SeededGenerator()
    for rate in [0, 20_000, 65_000, 999_999, 1_000_000] as [Int64] {
      let commission = try #require(Commission(rateMicros: rate))
      let odds = (0..<3_000).map { index -> Int64 in
        switch index % 4 {
        case 0: .random(in: 0...1_000_050, using: &random)
        case 1: .random(in: 1_000_001...3_000_000, using: &random)
        case 2: 1_000_000 + 2_000_000_000_000 / .random(in: 1...4_000_001, using: &random)
        default: .random(in: 1_000_000...(1 << 62), using: &random)
        }
      }
      let positions = odds.map { _ in Int16.random(in: 0...3, using: &random) }
      var gross = [Int64](repeating: 7, count: odds.count)
      var net = gross
      rb_lay_profits(&gross, &net, odds, positions, rate, Int64(odds.count))
      for row in odds.indices {
        guard odds[row] > 1_000_000 else {
          #expect(gross[row] == .min && net[row] == .min)
          continue
        }
        let own =
          Settlement.layReturnedMicros(
            oddsMicros: odds[row], isFirst: positions[row] == 1, tiedForFirst: 1) - 1_000_000
        #expect(gross[row] == own, "odds \(odds[row]), seed \(SeededGenerator.seed)")
        #expect(net[row] == own - commission.commissionMicros(onMarketNet: own))
      }
    }
  }
}
