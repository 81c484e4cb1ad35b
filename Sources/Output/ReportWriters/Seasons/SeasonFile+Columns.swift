import Racing
import SeasonTotals

extension SeasonFile {
  /// Makes the file; every row begins with the season.
  public func table(_ report: SeasonReport) -> CellTable {
    let own: (header: [String], rows: [[CardCell]]) =
      switch self {
      case .season: Self.rewards(report)
      case .runners: Self.runners(report)
      case .activities: Self.activities(report)
      case .weeks: Self.weeks(report)
      case .weekActivities: Self.weekActivities(report)
      case .differences: Self.differences(report)
      }
    let season: [CardCell] = [
      .text(report.season.season.rawValue), .number(report.season.year),
    ]
    return CellTable(
      rawValue, header: ["season", "year"] + own.header, rows: own.rows.map { season + $0 })
  }

  // MARK: - Implementation

  private typealias Columns = (header: [String], rows: [[CardCell]])

  /// Returns a row per reward; one row for a season without rewards.
  private static func rewards(_ report: SeasonReport) -> Columns {
    let header = [
      "team_total_points", "active_roster_count", "reward_id", "description", "point_threshold",
      "display_order", "is_achieved", "achieved_date", "progress_percentage",
    ]
    let team: [CardCell] = [
      .number("\(report.teamTotal)"), .number(report.activeRosterCount),
    ]
    let rows = report.rewards.map { reward -> [CardCell] in
      team + [
        .number("\(reward.id)"), .name(reward.description), .number("\(reward.pointThreshold)"),
        .number(reward.displayOrder), .flag(reward.isAchieved),
        .instant(reward.achievedAt),
        .number(percentage(reward.progressPercentage)),
      ]
    }
    let none = team + [CardCell](repeating: .empty, count: 7)
    return (header, rows.isEmpty ? [none] : rows)
  }

  private static func runners(_ report: SeasonReport) -> Columns {
    let header = [
      "rank", "runner_id", "runner", "team", "is_active", "graduation_class", "is_member",
      "points", "activities",
    ]
    return (
      header,
      report.runners.map { runner in
        [
          .number(runner.rank), .name(runner.id), .name(runner.name), .name(runner.team),
          .flag(runner.isActive), .number(runner.graduationClass), .flag(runner.isMember),
          .number("\(runner.points)"), .number("\(runner.activityCount)"),
        ]
      }
    )
  }

  private static func activities(_ report: SeasonReport) -> Columns {
    (["activity_type", "points", "activities"], report.activities.map(cells))
  }

  private static func weeks(_ report: SeasonReport) -> Columns {
    (
      ["week", "points", "activities", "cumulative_points"],
      report.weeks.map { week in
        [
          .text(week.monday.iso), .number("\(week.points)"), .number("\(week.activityCount)"),
          .number("\(week.cumulativePoints)"),
        ]
      }
    )
  }

  private static func weekActivities(_ report: SeasonReport) -> Columns {
    (
      ["week", "activity_type", "points", "activities"],
      report.weekActivities.map { [.text($0.monday.iso)] + cells($0.activity) }
    )
  }

  private static func differences(_ report: SeasonReport) -> Columns {
    let header = ["figure", "reward_id", "runner_id", "ledger", "reported", "reported_at"]
    return (
      header,
      report.differences.map { difference in
        let isRunner = difference.figure == .runnerPoints
        return [
          .text(difference.figure.rawValue), .name(isRunner ? nil : difference.subject),
          .name(isRunner ? difference.subject : nil), .text(difference.ledger.text),
          .text(difference.reported.text), .instant(difference.reportedAt),
        ]
      }
    )
  }

  private static func cells(_ activity: ActivityPoints) -> [CardCell] {
    [
      .name(activity.activityType), .number("\(activity.points)"),
      .number("\(activity.activityCount)"),
    ]
  }

  /// Formats a number with at most six decimals, without trailing zeros.
  static func percentage(_ value: Double) -> String {
    Decimal6(micros: Int64((value * 1e6).rounded(.toNearestOrEven))).description
  }
}

extension SeasonDifference.Value {
  /// The text of the value in files and on screens.
  var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .instant(let micros): OffTimeText.iso(micros)
    }
  }
}
