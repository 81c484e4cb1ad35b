import FeedContract
import Foundation
import SeasonalRewards
import Seasons
import Synchronization
import Testing

struct ProgressModelTests {
  /// Returns the guide's progress with other numbers and rewards.
  private static func progress(roster: Int = 45, rewards: Bool = true) -> String {
    let text = Samples.progress.replacing(
      #""activeRosterCount": 45"#, with: #""activeRosterCount": \#(roster)"#)
    guard !rewards, let start = text.range(of: #""rewards": "#) else { return text }
    return text[..<start.upperBound] + "[]}"
  }

  @Test func `a load shows that it is loading, and then the progress`() async throws {
    let states = Mutex<[TeamRewardsProgressState]>([])
    let served = try ServedRewards.guide()
    let model = TeamRewardsProgressModel(served.service()) { state in
      states.withLock { $0.append(state) }
    }
    #expect(model.state.display == .nothing && !model.isLoading)
    await model.load()
    let seen = states.withLock { $0 }
    #expect(seen.map(\.isLoading) == [true, false])
    #expect(seen.map(\.display)[0] == .loading)
    #expect(model.progress?.teamTotalPoints == 12_500 && model.error == nil)
    guard case .rewards(let rewards) = model.state.display else {
      Issue.record("found \(model.state.display); expected rewards")
      return
    }
    #expect(rewards.count == 3)
    #expect(served.asked == ["GET /api/v1/points/seasonal/progress?season=xc&year=2024"])
  }

  @Test func `a failure is shown, and keeps what was there`() async throws {
    let served = try ServedRewards { request in
      request.index == 1 ? .json("", status: 418) : .json(Samples.progress)
    }
    let model = TeamRewardsProgressModel(served.service { $0.retries = .never })
    await model.load()
    await model.refresh()
    #expect(model.error == .http(418) && model.progress?.teamTotalPoints == 12_500)
    await model.refresh()
    #expect(model.error == nil)

    let broken = TeamRewardsProgressModel(try ServedRewards("", status: 418).service())
    await broken.load()
    #expect(
      broken.state.display
        == .failed(
          "The service refused with status 418 (GET /api/v1/points/seasonal/progress)."))
    #expect(broken.progress == nil && !broken.isLoading)
  }

  @Test func `an empty team has the guide's text`() async throws {
    let served = try ServedRewards(Self.progress(roster: 0))
    let model = TeamRewardsProgressModel(served.service())
    await model.load()
    #expect(
      model.state.display == .emptyTeam("No active athletes on roster for this season"))
  }

  @Test func `a season without rewards has a text for coaches`() async throws {
    let served = try ServedRewards(Self.progress(rewards: false))
    let model = TeamRewardsProgressModel(served.service(), isCoach: true)
    await model.load()
    #expect(
      model.state.display
        == .noRewards("No rewards configured. Tap + to create your first reward!"))
  }

  @Test func `a season without rewards has a text for athletes`() async throws {
    let served = try ServedRewards(Self.progress(rewards: false))
    let model = TeamRewardsProgressModel(served.service())
    await model.load()
    #expect(
      model.state.display
        == .noRewards("Check back soon - coaches will configure rewards for this season."))
  }

  @Test func `a pull to refresh passes over what is kept`() async throws {
    let served = try ServedRewards.guide()
    let model = TeamRewardsProgressModel(served.service())
    await model.load()
    await model.load()
    #expect(served.asked.count == 1)
    await model.refresh()
    #expect(served.asked.count == 2)
  }

  @Test func `another season can be chosen`() async throws {
    let served = try ServedRewards.guide()
    let model = TeamRewardsProgressModel(served.service())
    #expect(model.state.season == SeasonYear(.xc, 2024))
    await model.load()
    model.choose(SeasonYear(.track, 2023))
    #expect(model.progress == nil && model.state.display == .nothing)
    await model.load()
    #expect(
      served.asked.last == "GET /api/v1/points/seasonal/progress?season=track&year=2023")
  }

  @Test func `of overlapping loads the one begun last counts`() async throws {
    let served = try ServedRewards { request in
      let isOld = request.target.contains("2023")
      return ScriptedAnswer(
        (isOld ? [.pause(.milliseconds(150))] : [])
          + ScriptedAnswer.json(Samples.progress.replacing("12500", with: isOld ? "1" : "2")).steps)
    }
    let model = TeamRewardsProgressModel(served.service(), season: SeasonYear(.xc, 2023))
    async let old: Void = model.load()
    while served.asked.isEmpty { await Task.yield() }
    model.choose(SeasonYear(.xc, 2024))
    await model.load()
    await old
    #expect(model.progress?.teamTotalPoints == 2 && !model.isLoading)
  }
}
