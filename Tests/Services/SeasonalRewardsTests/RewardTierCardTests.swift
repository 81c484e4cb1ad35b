import Foundation
import SeasonalRewards
import Testing

struct RewardTierCardTests {
  private func card(
    _ teamPoints: Int, of threshold: Int, percentage: Double? = nil, achieved: Date? = nil,
    isAchieved: Bool = false
  ) -> RewardTierCard {
    RewardTierCard(
      reward: SeasonalRewardDTO(
        id: 1, season: "xc", year: "2024", description: "Team Pizza Party",
        pointThreshold: threshold, displayOrder: 1, isAchieved: isAchieved,
        achievedDate: achieved, progressPercentage: percentage),
      teamPoints: teamPoints)
  }

  private let utc = TimeZone(identifier: "UTC")!

  @Test func `a card has a bar, a percentage and the points`() {
    #expect(
      card(12_500, of: 20_000, percentage: 62.5).lines(width: 8, in: utc) == [
        "1. Team Pizza Party", "   █████░░░ 62.5 %  12500 of 20000 points",
      ])
  }

  @Test func `a reached reward says on which day, in the club's zone`() {
    let date = Date(timeIntervalSince1970: 1_728_961_200)
    let reached = card(5, of: 5, percentage: 100, achieved: date, isAchieved: true)
    #expect(
      reached.lines(width: 4, in: utc)[1]
        == "   ████ 100.0 %  5 of 5 points  ✓ achieved 2024-10-15")
    #expect(
      reached.lines(width: 4, in: TimeZone(identifier: "America/New_York")!)[1]
        .hasSuffix("✓ achieved 2024-10-14"))
    #expect(card(5, of: 5, isAchieved: true).lines(in: utc)[1].hasSuffix("✓ achieved"))
  }

  @Test(arguments: [
    (0, 1000, "0.0 %", 0), (290, 1000, "29.0 %", 2), (9999, 10_000, "99.9 %", 9),
    (99_999, 100_000, "99.9 %", 9), (10_000, 10_000, "100.0 %", 10), (5, 0, "0.0 %", 0),
    (Int.max, 1, "100.0 %", 10), (-5, 10, "0.0 %", 0),
  ])
  func `a bar is full, and a percentage 100, only where the reward is reached`(
    points: Int, threshold: Int, text: String, filled: Int
  ) {
    let card = card(points, of: threshold)
    #expect(card.percentageText == text)
    let bar = card.bar(width: 10)
    #expect(bar.count == 10 && bar.filter { $0 == "█" }.count == filled)
  }

  @Test(arguments: [(-3.0, 0.0), (1e300, 100), (62.5, 62.5)])
  func `a server's percentage stays between 0 and 100`(found: Double, shown: Double) {
    #expect(card(1, of: 2, percentage: found).percentage == shown)
  }
}
