import Seasons
import Testing

struct RewardProgressTests {
  @Test(arguments: [
    (12_500, 5_000, 100.0), (12_500, 10_000, 100.0), (12_500, 20_000, 62.5), (0, 100, 0),
    (100, 0, 0), (100, -5, 0), (-10, 100, 0), (1, 3, 33.333_333_333_333_33), (100, 100, 100),
    (Int64.max, 1, 100), (1, Int64.max, 1.084_202_172_485_504_4e-17),
  ])
  func `a percentage is the part of the threshold, at most 100`(
    total: Int64, threshold: Int64, percentage: Double
  ) {
    let found = RewardProgress.percentage(total: total, threshold: threshold)
    #expect(abs(found - percentage) < 1e-9)
  }
}
