import ColumnStore
import Columns
import Racing
import StoreTables

/// The counts of each domain. A row counts on the day of its moment in UTC.
extension LoadJob {
  func support() throws(StoreError) -> LoadCounts<SupportLoad> {
    var counts = LoadCounts<SupportLoad>(first: first, asOf: asOf)
    for month in try months(of: SupportTables.tickets, by: "event_time", &counts) {
      for row in 0..<month.count { counts.add(of: \.tickets, on: month.day(row)) }
    }
    for message in try StoredMessage.all(in: snapshot) {
      counts.add(of: \.messages, on: message.day)
      switch message.sender {
      case .customer: counts.add(of: \.customerMessages, on: message.day)
      case .agent: counts.add(of: \.agentMessages, on: message.day)
      case .other: break
      }
    }
    return counts
  }

  /// Counts races and runners; a race without a moment counts on its date.
  func racing() throws(StoreError) -> LoadCounts<RacingLoad> {
    var counts = LoadCounts<RacingLoad>(first: first, asOf: asOf)
    for month in try months(of: RacingTables.races, by: "off_time", &counts) {
      let dates = month.dates("date")
      let runners = try runnerCounts(month)
      for row in 0..<month.count {
        let day = month.day(row) ?? dates[row]
        counts.add(of: \.races, on: day)
        counts.add(runners[row], of: \.runners, on: day)
      }
    }
    return counts
  }

  func betting() throws(StoreError) -> LoadCounts<BettingLoad> {
    var counts = LoadCounts<BettingLoad>(first: first, asOf: asOf)
    var players: Set<Occasion> = []
    for month in try months(of: BettingTables.bets, by: "event_time", &counts) {
      let subjects = month.codes("subject_key")
      let isTaken = month.holds(BetStanding.ok.rawValue, in: "result", of: "bet_result", snapshot)
      for row in 0..<month.count {
        guard let day = month.day(row) else { continue }
        counts.add(of: \.bets, on: day)
        if isTaken[row] { counts.add(of: \.taken, on: day) }
        if let player = subjects[row], players.insert(Occasion(day, [player])).inserted {
          counts.add(of: \.players, on: day)
        }
      }
    }
    return counts
  }

  /// Counts promotions; one that a later report moved counts on each day reported.
  func promotions() throws(StoreError) -> LoadCounts<PromotionLoad> {
    var counts = LoadCounts<PromotionLoad>(first: first, asOf: asOf)
    try count(PromotionTables.items, ["kind", "item_id"], by: "event_time", as: \.begun, &counts)
    let id = ["banner_id"]
    try count(PromotionTables.boosts, id, by: "event_time", as: \.boostsBegun, &counts)
    try count(PromotionTables.boosts, id, by: "end_time", as: \.boostsEnded, &counts)
    return counts
  }

  func points() throws(StoreError) -> LoadCounts<PointsLoad> {
    var counts = LoadCounts<PointsLoad>(first: first, asOf: asOf)
    for month in try months(of: SeasonTables.pointsLedger, by: "event_time", &counts) {
      for row in 0..<month.count { counts.add(of: \.transactions, on: month.day(row)) }
    }
    return counts
  }

  // MARK: - Implementation

  /// Returns a table's months that may contain wanted days.
  ///
  /// Rows of earlier months are before the as-of day, so they make the domain known.
  private func months<Load>(
    of table: String, by time: String, _ counts: inout LoadCounts<Load>
  ) throws(StoreError) -> [TimedRows] {
    // A race's date is local, at most one off from the day in UTC.
    let start = first.map { Month(of: $0 - 1) }
    let end = Month(of: asOf + 1)
    let segments = snapshot.segments(of: table).filter { $0.month <= end }
    let wanted = segments.filter { segment in start.map { $0 <= segment.month } ?? true }
    if wanted.count < segments.count { counts.isKnown = true }
    try snapshot.check(wanted)
    return wanted.map { TimedRows($0, by: time) }
  }

  /// Returns the number of runners of each of a month's races.
  private func runnerCounts(_ races: TimedRows) throws(StoreError) -> [Int] {
    var counts = [Int](repeating: 0, count: races.count)
    guard let runners = snapshot.segment(of: RacingTables.runners, month: races.month) else {
      return counts
    }
    try snapshot.check([runners])
    for race in runners.rows.column(RacingTables.raceIndex).int32s {
      guard counts.indices.contains(Int(race)) else {
        throw snapshot.damage(in: [RacingTables.runners])
      }
      counts[Int(race)] += 1
    }
    return counts
  }

  /// Counts a table's published items, each once per day, by a moment reported before the as-of
  /// day.
  private func count(
    _ table: String, _ keys: [String], by time: String,
    as member: WritableKeyPath<PromotionLoad, Int>, _ counts: inout LoadCounts<PromotionLoad>
  ) throws(StoreError) {
    var seen: Set<Occasion> = []
    // An item may be reported long before its day, so read all months.
    for segment in try snapshot.checkedSegments(of: table) {
      let month = TimedRows(segment, by: time)
      let reports = TimedRows(segment, by: "ingest_time")
      let isPublished = month.holds("published", in: "status", of: "promo_status", snapshot)
      let codes = keys.map(month.codes)
      for row in 0..<month.count {
        guard let reported = reports.day(row), reported < asOf else { continue }
        counts.isKnown = true
        guard isPublished[row], let day = month.day(row) else { continue }
        let isNew = seen.insert(Occasion(day, codes.map { $0[row] ?? -1 })).inserted
        if isNew { counts.add(of: member, on: day) }
      }
    }
  }
}
