import ColumnStore
import Columns
import Kernels
import StoreTables

/// The totals of a ledger for one season.
struct LedgerTotals {
  /// By threshold, the time at which it was reached, or nil.
  let reachedAt: [Int64?]
  /// By the runner's code: points and transactions.
  private(set) var ofRunners: [Int32: (points: Int64, count: Int64)] = [:]
  private(set) var teamTotal: Int64 = 0
  private let sums: LedgerSums?
  private let mondays: [Day]
  private let typeCount: Int

  init(
    _ request: SeasonRequest, _ snapshot: Snapshot, _ roster: RosterHistory, thresholds: [Int64],
    progress: @Sendable (Int) -> Void
  ) throws(SeasonError) {
    let months = try snapshot.ledgerMonths()
    typeCount = snapshot.dictionary("activity_type").count
    guard let filter = SeasonFilter(request.season, snapshot) else {
      reachedAt = thresholds.map { _ in nil }
      (sums, mondays) = (nil, [])
      return
    }
    let runnerCount = snapshot.dictionary("runner_id").count
    let changes = roster.changes
    let weeks = SeasonWeeks(months, zone: request.zone)
    let scan = LedgerScan(
      months: months, pieces: LedgerPiece.cut(months, at: changes, end: request.end),
      filter: filter, weeks: weeks, typeCount: typeCount,
      isMember: (0..<Int32(runnerCount)).map(roster.isMember))
    let timeline = RosterTimeline(roster, changes: changes, runnerCount: runnerCount)
    let outcome = scan.run(timeline, threads: request.threads, progress: progress)
    guard outcome.sums.isSound else {
      throw .store(snapshot.damage(in: [SeasonTables.pointsLedger], threads: request.threads))
    }
    reachedAt = ThresholdWalk(scan: scan, outcome: outcome).times(reaching: thresholds, timeline)
    sums = outcome.sums
    mondays = weeks.mondays
    for slot in 0..<Int32(timeline.slotCount) {
      let row = outcome.sums.runners.row(band: 0, entity: slot)
      guard row[1] > 0 else { continue }
      let change = Int(slot) - runnerCount
      let runner = change < 0 ? slot : changes[change].runner
      let known = ofRunners[runner] ?? (0, 0)
      ofRunners[runner] = (known.points + row[0], known.count + row[1])
    }
    for (runner, sum) in ofRunners where roster.isMember(runner) { teamTotal += sum.points }
  }

  /// Whether any transaction counts for the season.
  var hasTransactions: Bool { !ofRunners.isEmpty }

  /// Returns the members, and other runners with points: highest first, then by name and key.
  func runners(_ roster: RosterHistory, _ snapshot: Snapshot) -> [SeasonRunner] {
    let members = roster.runners.filter(roster.isMember)
    let names = snapshot.dictionary("runner_id")
    var runners = Set(members).union(ofRunners.keys).map { code in
      let facts = roster.facts(code, snapshot)
      let sum = ofRunners[code] ?? (0, 0)
      return SeasonRunner(
        id: names[Int(code)], name: facts.name, team: facts.team, isActive: facts.isActive,
        graduationClass: facts.graduationClass, isMember: roster.isMember(code), rank: nil,
        points: sum.points, activityCount: sum.count)
    }
    runners.sort { ($1.points, $0.name ?? "", $0.id) < ($0.points, $1.name ?? "", $1.id) }
    var (count, rank, last) = (0, 0, Int64?.none)
    for index in runners.indices where runners[index].isMember {
      count += 1
      if runners[index].points != last { rank = count }
      last = runners[index].points
      runners[index].rank = rank
    }
    return runners
  }

  /// Returns the points by activity type, highest first, then by name.
  func activities(_ snapshot: Snapshot) -> [ActivityPoints] {
    let byType = Dictionary(grouping: weekActivities(snapshot), by: \.activity.activityType)
    return byType.map { type, parts in
      ActivityPoints(
        activityType: type, points: parts.reduce(0) { $0 + $1.activity.points },
        activityCount: parts.reduce(0) { $0 + $1.activity.activityCount })
    }.sorted { ($1.points, $0.activityType ?? "") < ($0.points, $1.activityType ?? "") }
  }

  /// Returns the points by week, in time order.
  func weeks() -> [WeekPoints] {
    var weeks: [WeekPoints] = []
    var total: Int64 = 0
    for (week, monday) in mondays.enumerated() {
      let cells = (0...typeCount).map { cell(week, $0) }
      let count = cells.reduce(0) { $0 + $1[1] }
      guard count > 0 else { continue }
      let points = cells.reduce(0) { $0 + $1[0] }
      total += points
      weeks.append(
        WeekPoints(
          monday: monday, points: points, activityCount: count, cumulativePoints: total))
    }
    return weeks
  }

  /// Returns the points by week, then by activity type's name.
  func weekActivities(_ snapshot: Snapshot) -> [WeekActivity] {
    let names = snapshot.dictionary("activity_type")
    var found: [WeekActivity] = []
    for (week, monday) in mondays.enumerated() {
      let activities = (0...typeCount).compactMap { type -> ActivityPoints? in
        let cell = cell(week, type)
        guard cell[1] > 0 else { return nil }
        return ActivityPoints(
          activityType: type < typeCount ? names[type] : nil, points: cell[0],
          activityCount: cell[1])
      }.sorted { ($0.activityType ?? "") < ($1.activityType ?? "") }
      found += activities.map { WeekActivity(monday: monday, activity: $0) }
    }
    return found
  }

  // MARK: - Implementation

  private func cell(_ week: Int, _ type: Int) -> [Int64] {
    sums?.weekTypes.row(band: 0, entity: Int32(week * (typeCount + 1) + type)) ?? [0, 0]
  }
}
