import APICore
import APISandbox
import ColumnStore
import Foundation
import HTTPTransport
import Logging
import SeasonTotals
import SeasonalRewards
import TestSupport
import Testing

@testable import DomainFeeds

/// A season of a whole club over HTTP: client, ledger and a plain recount agree.
struct PlayedSeasonTests {
  @Test func `client, ledger and recount agree on a season that eight clients played`()
    async throws
  {
    try await PlayedSeason.with { season in
      try await season.makeRewards()
      let awarded = try await season.play()
      let recount = try await season.recount()

      // The recount equals the plan: each activity once, members only.
      #expect(recount.total == season.plannedTotal)
      #expect(recount.rowCount == PlayedSeason.activityCount)
      #expect(awarded == season.plannedPoints)

      let progress = try await season.client.teamSeasonalProgress(
        season: "xc", year: "2024", refreshing: true)
      #expect(progress.teamTotalPoints == recount.total)
      #expect(progress.activeRosterCount == 45 && recount.memberCount == 45)
      #expect(progress.rewards.map(\.isAchieved) == [true, true, true, false])
      let dates = progress.rewards.map { $0.achievedDate.map(PlayedSeason.micros) }
      #expect(dates == recount.crossings(of: PlayedSeason.thresholds))
      #expect(Set(dates.prefix(3)).count == 3)

      let fetched = try await season.fetch()
      season.expect(fetched, progress, recount)
      let imported = try await season.importTruth()
      season.expect(imported, progress, recount)
      #expect(imported.runners.filter(\.isMember) == fetched.runners.filter(\.isMember))
      #expect(imported.weeks == fetched.weeks && imported.activities == fetched.activities)
    }
  }
}
