/// A season by plain loops over the club's own rows, by no code of the engine.
struct PlainRecount {
  private(set) var total: Int64 = 0
  private(set) var memberCount = 0
  private(set) var points: [Int: Int64] = [:]
  private(set) var counts: [Int: Int64] = [:]
  private(set) var byActivity: [String: Int64] = [:]
  private(set) var byWeek: [Int: Int64] = [:]
  private(set) var reachedHours: [Int?] = []
  private let roster: [RandomClub.Report]

  /// Counts rows and reports before an hour.
  init(_ club: RandomClub, endHour: Int) {
    roster = club.roster
    var first: [String: RandomClub.Transaction] = [:]
    for row in club.ledger {
      if let known = first[row.key], known.hour <= row.hour { continue }
      first[row.key] = row
    }
    let rows = first.values.filter {
      $0.season == "xc" && $0.kind == "EARNED" && $0.hour < endHour
    }.sorted { ($0.hour, $0.key) < ($1.hour, $1.key) }
    for row in rows {
      points[row.runner, default: 0] += row.points
      counts[row.runner, default: 0] += 1
      guard isMember(row.runner, before: endHour) else { continue }
      total += row.points
      byActivity[row.activity, default: 0] += row.points
      // 2024-09-01 was a Sunday.
      byWeek[(row.hour / 24 + 6) / 7, default: 0] += row.points
    }
    memberCount = Set(roster.map(\.runner)).count { isMember($0, before: endHour) }
    reachedHours = club.thresholds.map { reached($0, rows) }
  }

  private func reached(_ threshold: Int64, _ rows: [RandomClub.Transaction]) -> Int? {
    for (index, row) in rows.enumerated() {
      let members = Set(roster.map(\.runner)).filter { isMember($0, before: row.hour + 1) }
      guard !members.isEmpty else { continue }
      let total = rows[...index].filter { members.contains($0.runner) }.reduce(0) { $0 + $1.points }
      if total >= threshold { return row.hour }
    }
    return nil
  }

  func isMember(_ runner: Int, before hour: Int) -> Bool {
    let reports = roster.enumerated().filter { $0.element.runner == runner }
      .sorted { ($0.element.hour, $0.offset) < ($1.element.hour, $1.offset) }.map(\.element)
    // Of the reports of the first moment the last one counts.
    let first = reports.last { $0.hour == reports[0].hour }
    guard let report = reports.last(where: { $0.hour < hour }) ?? first else { return false }
    let isOfClass = report.graduationClass.map { (2025...2028).contains($0) } ?? true
    return report.team == "UA" && report.isActive && isOfClass
  }
}
