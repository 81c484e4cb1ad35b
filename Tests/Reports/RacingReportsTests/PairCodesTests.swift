import Columns
import TestSupport
import Testing

@testable import RunnerKeys

/// Codes of pairs, from bits for all possible pairs or from a table of existing ones.
struct PairCodesTests {
  private static let counts = (left: 90, right: 130)

  @Test(arguments: [1, 2, 5])
  func `each pair has one code, and the code is that pair's`(threads: Int) throws {
    var random = SeededGenerator()
    for sizes in [[], [0], [4_000], [700, 0, 1, 64, 2_500], [3_000, 3_000]] as [[Int]] {
      let left = sizes.map { Self.column($0, below: Self.counts.left, using: &random) }
      let right = sizes.map { Self.column($0, below: Self.counts.right, using: &random) }
      // If there are more possible pairs than bits, they are looked up.
      for counts in [Self.counts, (left: .max, right: .max)] {
        let found = PairCodes(left, right, counts: counts, threads: threads)
        #expect(found.months.map(\.count) == sizes)
        for (month, size) in sizes.enumerated() {
          for row in 0..<size {
            let (first, second) = (left[month][row], right[month][row])
            let code = Int(found.months[month][row])
            if first < 0 || second < 0 {
              #expect(code == -1)
            } else {
              let pair = try #require(found.pairs.pointer[safe: code], "\(SeededGenerator.seed)")
              #expect(pair == UInt64(first) << 32 | UInt64(second))
            }
          }
        }
        let used = found.pairs.pointer.filter { $0 != PairCodes.none }
        #expect(Set(used).count == used.count)
      }
    }
  }

  @Test func `pairs have bits where these take no more than a byte a row`() {
    #expect(PairBits.areFew((left: 1_000, right: 80), rows: 10_000))
    #expect(!PairBits.areFew((left: 1_000, right: 81), rows: 10_000))
    #expect(!PairBits.areFew((left: .max, right: 2), rows: .max))
    #expect(PairBits.areFew((left: 0, right: 0), rows: 0))
  }

  @Test func `codes of pairs follow the order in which they are met`() {
    let left = [Buffer<Int32>([3, 1, -1, 3]), Buffer<Int32>([0, 1, 2])]
    let right = [Buffer<Int32>([0, 1, 1, 0]), Buffer<Int32>([0, 1, 1])]
    for threads in 1...3 {
      let found = PairCodes(left, right, counts: (4, 2), threads: threads)
      #expect(found.months.map { Array($0.pointer) } == [[0, 1, -1, 0], [2, 1, 3]])
      #expect(found.left == [3, 1, 0, 2] && found.right == [0, 1, 0, 1])
    }
  }

  private static func column(
    _ count: Int, below limit: Int, using random: inout SeededGenerator
  ) -> Buffer<Int32> {
    Buffer((0..<count).map { _ in Int32.random(in: -1..<Int32(limit), using: &random) })
  }
}

extension UnsafeBufferPointer {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
