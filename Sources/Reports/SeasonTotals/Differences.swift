import ColumnStore

/// Compares a season with the service's reports.
struct Differences {
  let report: SeasonReport

  /// Returns all differences: the team's, then the rewards', then the runners' by key.
  func all(
    _ progress: ReportedProgress?, _ rewards: RewardList, _ points: ReportedPoints,
    _ totals: LedgerTotals, _ snapshot: Snapshot
  ) -> [SeasonDifference] {
    var found = progress.map(ofTeam) ?? []
    for (own, reward) in zip(report.rewards, rewards.rewards) where rewards.isOfThen {
      found += difference(own, reward, rewards.reportedAt).map { [$0] } ?? []
    }
    let names = snapshot.dictionary("runner_id")
    let runners = points.newest.compactMap { code, reported in
      difference(
        .runnerPoints, of: names[Int(code)], .number(totals.ofRunners[code]?.points ?? 0),
        .number(reported.points), reported.reportedAt)
    }
    return found + runners.sorted { $0.subject ?? "" < $1.subject ?? "" }
  }

  // MARK: - Implementation

  private func ofTeam(_ progress: ReportedProgress) -> [SeasonDifference] {
    [
      difference(
        .teamTotal, of: nil, .number(report.teamTotal), .number(progress.teamTotal),
        progress.reportedAt),
      progress.activeRoster.flatMap {
        difference(
          .activeRoster, of: nil, .number(Int64(report.activeRosterCount)), .number($0),
          progress.reportedAt)
      },
    ].compactMap { $0 }
  }

  private func difference(_ own: SeasonReward, _ reward: ReportedReward, _ reportedAt: Int64)
    -> SeasonDifference?
  {
    let subject = String(own.id)
    if let isAchieved = reward.isAchieved, isAchieved != own.isAchieved {
      return difference(
        .isAchieved, of: subject, .flag(own.isAchieved), .flag(isAchieved), reportedAt)
    }
    guard let ours = own.achievedAt, let theirs = reward.achievedAt,
      abs(ours - theirs) >= SeasonDifference.sameMoment
    else { return nil }
    return difference(.achievedDate, of: subject, .instant(ours), .instant(theirs), reportedAt)
  }

  private func difference(
    _ figure: SeasonDifference.Figure, of subject: String?, _ ledger: SeasonDifference.Value,
    _ reported: SeasonDifference.Value, _ reportedAt: Int64
  ) -> SeasonDifference? {
    guard ledger != reported else { return nil }
    return SeasonDifference(
      figure: figure, subject: subject, ledger: ledger, reported: reported,
      reportedAt: reportedAt)
  }
}
