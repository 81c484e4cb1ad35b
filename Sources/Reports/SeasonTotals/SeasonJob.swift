import ColumnStore
import Columns
import Seasons
import StoreTables

/// Computes a team's season from one state of a store.
public struct SeasonJob {
  let request: SeasonRequest
  let snapshot: Snapshot

  /// Makes the job.
  ///
  /// - Parameters:
  ///   - request: The season and its conditions.
  ///   - snapshot: The store.
  public init(_ request: SeasonRequest, from snapshot: Snapshot) {
    self.request = request
    self.snapshot = snapshot
  }

  /// The number of transactions in the ledger, for progress.
  public var transactionCount: Int { snapshot.rowCount(of: SeasonTables.pointsLedger) }

  /// Computes the season.
  ///
  /// Formula: the team total is Σ points over the EARNED transactions of the season, up to the end
  /// of the as-of day, of the runners who are members then. Rewards' dates come from a walk through
  /// the ledger in time order.
  ///
  /// - Edge cases: a runner without any report is no member. The first report on a runner, and the
  ///   first list of rewards, also apply to the time before them.
  ///
  /// - Parameter progress: Takes the number of transactions added, from any thread.
  /// - Returns: The season.
  /// - Throws: ``SeasonError`` `.noSeason` if no table of the store contains it, `.store` for a
  ///   damaged table.
  public func run(
    progress: @Sendable (Int) -> Void = { _ in }
  ) throws(SeasonError) -> SeasonReport {
    let season = request.season
    let end = request.end
    try SeasonError.ofStore { () throws(StoreError) in try snapshot.checkReports() }
    let roster = RosterHistory(snapshot, season, end: end)
    let rewardRows = SeasonRows(SeasonTables.rewards, season, snapshot)
    let progressRows = SeasonRows(SeasonTables.progress, season, snapshot)
    let pointRows = SeasonRows(SeasonTables.runnerPoints, season, snapshot)
    let reported = ReportedProgress(progressRows, end: end)
    var rewards = RewardList(rewardRows, end: end)
    rewards.heed(reported)

    let totals = try LedgerTotals(
      request, snapshot, roster, thresholds: rewards.rewards.map(\.pointThreshold),
      progress: progress)
    let isKnown = [rewardRows, progressRows, pointRows].contains { $0.rows.rowCount > 0 }
    if !isKnown, !totals.hasTransactions {
      let known = try SeasonError.ofStore { () throws(StoreError) in
        try StoredSeasons.all(in: snapshot)
      }
      guard known.contains(season) else {
        throw .noSeason(store: snapshot.store, found: season, known: known)
      }
    }
    var report = SeasonReport(
      season: season, teamTotal: totals.teamTotal, activeRosterCount: roster.memberCount,
      rewards: [], runners: totals.runners(roster, snapshot),
      activities: totals.activities(snapshot),
      weeks: totals.weeks(), weekActivities: totals.weekActivities(snapshot), differences: [])
    report.rewards = zip(rewards.rewards, totals.reachedAt).map { reward, time in
      SeasonReward(
        id: reward.id, description: reward.description, pointThreshold: reward.pointThreshold,
        displayOrder: reward.displayOrder, achievedAt: time,
        progressPercentage: RewardProgress.percentage(
          total: totals.teamTotal, threshold: reward.pointThreshold))
    }
    let points = ReportedPoints(pointRows, end: end)
    report.origin.lacksClasses = reported != nil && !roster.namesClasses
    if let reported, roster.isEmpty, !totals.hasTransactions {
      report.takeOver(reported, rewards, points, snapshot)
    } else {
      report.differences = Differences(report: report).all(
        reported, rewards, points, totals, snapshot)
    }
    try SeasonError.ofStore { () throws(StoreError) in try snapshot.confirm() }
    return report
  }
}

extension SeasonReport {
  /// Takes the service's own figures, where the store has nothing to compute them from.
  fileprivate mutating func takeOver(
    _ reported: ReportedProgress, _ list: RewardList, _ points: ReportedPoints,
    _ snapshot: Snapshot
  ) {
    origin.reportedAt = reported.reportedAt
    teamTotal = reported.teamTotal
    activeRosterCount = Int(reported.activeRoster ?? 0)
    rewards = list.rewards.map { reward in
      var own = SeasonReward(
        id: reward.id, description: reward.description, pointThreshold: reward.pointThreshold,
        displayOrder: reward.displayOrder, achievedAt: reward.achievedAt,
        progressPercentage: RewardProgress.percentage(
          total: reported.teamTotal, threshold: reward.pointThreshold))
      own.isReportedAchieved = reward.isAchieved ?? false
      return own
    }
    let names = snapshot.dictionary("runner_id")
    runners = points.newest.map { code, report in
      SeasonRunner(
        id: names[Int(code)], name: nil, team: nil, isActive: nil, graduationClass: nil,
        isMember: false, rank: nil, points: report.points, activityCount: 0)
    }.sorted { ($1.points, $0.id) < ($0.points, $1.id) }
  }
}
