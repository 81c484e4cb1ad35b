import Foundation
import SeasonalRewards
import Testing

struct ConfigModelTests {
  private let form = RewardForm(
    description: "Pizza", pointThreshold: "5000", displayOrder: "1")

  @Test func `a coach lists, adds, edits and deletes`() async throws {
    let served = try ServedRewards.guide()
    let model = SeasonalRewardsConfigModel(served.service(), isCoach: true)
    #expect(try await model.load().count == 2)
    #expect(model.state.rewards.map(\.id) == [1, 2] && model.state.nextDisplayOrder == 3)
    #expect(try await model.add(form, createdBy: "Coach Smith").id == 2)
    #expect(served.lastBody?["season"] == "xc" && served.lastBody?["createdBy"] == "Coach Smith")
    #expect(try await model.edit(id: 2, .init(pointThreshold: 12_000)).id == 2)
    try await model.remove(id: 2)
    #expect(served.asked.map { $0.prefix { $0 != " " } } == ["GET", "POST", "PUT", "DELETE"])
    #expect(model.state.error == nil && !model.state.isLoading)
  }

  @Test func `whoever is no coach changes nothing, and nothing is sent`() async throws {
    let served = try ServedRewards.guide()
    let model = SeasonalRewardsConfigModel(served.service(), isCoach: false)
    await #expect(throws: SeasonalRewardsError.notCoach()) { try await model.add(form) }
    await #expect(throws: SeasonalRewardsError.notCoach()) {
      try await model.edit(id: 2, .init(displayOrder: 1))
    }
    await #expect(throws: SeasonalRewardsError.notCoach()) { try await model.remove(id: 2) }
    #expect(model.state.error == .notCoach() && served.asked == [])
    #expect(try await model.load().count == 2)
    #expect(model.state.error == nil)
  }

  @Test func `what is wrong with a reward is reported before anything is sent`() async throws {
    let served = try ServedRewards.guide()
    let model = SeasonalRewardsConfigModel(served.service(), isCoach: true)
    await #expect(throws: SeasonalRewardsError.self) { try await model.add(RewardForm()) }
    await #expect(throws: SeasonalRewardsError.self) { try await model.edit(id: 2, .init()) }
    #expect(served.asked == [])
  }

  @Test func `a conflict is kept for the view`() async throws {
    let model = SeasonalRewardsConfigModel(
      try ServedRewards("", status: 400).service(), isCoach: true)
    await #expect(throws: SeasonalRewardsError.displayOrderConflict(400)) {
      try await model.add(form)
    }
    #expect(model.state.error == .displayOrderConflict(400))
  }

  @Test func `the menu shows the configuration to coaches alone`() {
    #expect(PridePointsMenu.entries(isCoach: false) == [.teamProgress, .leaderboard])
    #expect(
      PridePointsMenu.entries(isCoach: true)
        == [.teamProgress, .leaderboard, .rewardsConfiguration])
  }
}
