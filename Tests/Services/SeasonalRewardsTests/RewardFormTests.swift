import Foundation
import SeasonalRewards
import Seasons
import Testing

struct RewardFormTests {
  private func texts(_ form: RewardForm) -> [String] { form.problems.map(\.description) }

  @Test func `every field of a new reward is wanted`() {
    #expect(
      texts(RewardForm()) == [
        "description: found nothing; expected what the team gets",
        "point threshold: found nothing; expected a whole number of 1 or more",
        "display order: found nothing; expected a whole number of 1 or more",
      ])
  }

  @Test(arguments: ["0", "-5", "many", "1.5", "2147483648", "99999999999999999999"])
  func `points and order are whole numbers that the service can keep`(number: String) {
    let points = RewardForm(description: "Pizza", pointThreshold: number, displayOrder: "1")
    #expect(points.problems.count == 1 && texts(points)[0].hasPrefix("point threshold: found "))
    let order = RewardForm(description: "Pizza", pointThreshold: "1", displayOrder: number)
    #expect(order.problems.count == 1 && texts(order)[0].hasPrefix("display order: found "))
    #expect(throws: SeasonalRewardsError.self) {
      try order.createRequest(for: SeasonYear(.xc, 2024), createdBy: nil)
    }
  }

  @Test func `a good form makes a request`() throws {
    let form = RewardForm(
      description: "Team Pizza Party", pointThreshold: " 5 000 ", displayOrder: "1")
    #expect(form.problems.isEmpty)
    let request = try form.createRequest(for: SeasonYear(.track, 2024), createdBy: "Coach Smith")
    #expect(
      request
        == CreateSeasonalRewardRequest(
          season: "track", year: "2024", description: "Team Pizza Party", pointThreshold: 5000,
          displayOrder: 1, createdBy: "Coach Smith"))
  }

  @Test func `an edit sends what has changed, and wants something to have`() throws {
    let rewards = try JSONDecoder().decode(
      [SeasonalRewardDTO].self, from: Data(Samples.rewards.utf8))
    var form = RewardForm(editing: rewards[0])
    #expect(texts(form) == ["reward: found no change; expected one"])
    form.pointThreshold = "6000"
    #expect(try form.updateRequest() == UpdateSeasonalRewardRequest(pointThreshold: 6000))
    form.displayOrder = ""
    #expect(throws: SeasonalRewardsError.self) { try form.updateRequest() }
  }
}
