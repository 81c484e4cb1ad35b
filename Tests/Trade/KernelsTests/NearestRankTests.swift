import Kernels
import TestSupport
import Testing

struct NearestRankTests {
  /// The worked example of nearest rank: 15, 20, 35, 40, 50.
  @Test(
    arguments: [(5, 15), (20, 15), (21, 20), (30, 20), (40, 20), (50, 35), (99, 50), (100, 50)]
      as [(Int, Int64)])
  func `published percentiles are reproduced`(percent: Int, expected: Int64) {
    let values: [Int64] = [35, 20, 15, 50, 40]
    #expect(NearestRank.percentiles([percent], of: values) == [expected])
    #expect(NearestRank.referencePercentiles([percent], of: values) == [expected])
  }

  @Test func `no values have no percentiles, and one is all of them`() {
    #expect(NearestRank.percentiles([50], of: []) == nil)
    #expect(NearestRank.referencePercentiles([50], of: []) == nil)
    #expect(NearestRank.percentiles([1, 50, 100], of: [-7]) == [-7, -7, -7])
  }

  @Test func `the ranks are those of counting, ties and negative values included`() {
    var random = SeededGenerator(77)
    let percents = Array(1...100)
    for count in 1...120 {
      for range in [0...3, -50...50, Int64.min...Int64.max] as [ClosedRange<Int64>] {
        let values = (0..<count).map { _ in Int64.random(in: range, using: &random) }
        #expect(
          NearestRank.percentiles(percents, of: values)
            == NearestRank.referencePercentiles(percents, of: values),
          "\(count) values, seed \(SeededGenerator.seed)")
      }
    }
  }
}
