import Columns
import TestSupport
import Testing
@testable import RaceMerging

struct HashFilterTests {
  @Test(arguments: [0, 1, 2, 63, 64, 65, 1_000])
  func `no hash that is looked for is left out, and few others stay`(count: Int) {
    var random = SeededGenerator(UInt64(count))
    let wanted = (0..<count).map { _ in Int64.random(in: .min ... .max, using: &random) }
    let others = (0..<20_000).map { _ in Int64.random(in: .min ... .max, using: &random) }
    let likely = HashFilter(wanted).likely(in: Buffer(others + wanted))
    #expect(Array(likely.suffix(count)) == wanted)
    #expect(likely.count - count < others.count / 20, "seed \(SeededGenerator.seed)")
  }
}
