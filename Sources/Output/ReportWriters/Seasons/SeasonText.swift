import Columns
import Foundation
import SeasonTotals

/// A team's season for reading on a terminal.
public enum SeasonText {
  /// Returns the season's text: totals, rewards, the runners with the most points, and differences.
  ///
  /// - Parameters:
  ///   - report: The season.
  ///   - asOf: The last day that counts; nil for all.
  ///   - zone: The club's time zone, for dates.
  ///   - top: The maximum number of runners listed.
  /// - Returns: Lines.
  public static func text(
    _ report: SeasonReport, asOf: Day?, zone: TimeZone, top: Int = 10
  ) -> String {
    let title = [
      report.season.text, TextCount.text(report.teamTotal, of: "point"),
      TextCount.text(report.activeRosterCount, of: "member"),
      asOf.map { "up to \($0.iso)" },
    ]
    let blocks = [
      [title.compactMap { $0 }.joined(separator: " · ")]
        + report.origin.notes { date($0, zone) },
      rewards(report, zone),
      leaders(report, top), differences(report),
    ]
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  /// Formats a moment by the club's clock, to the minute.
  ///
  /// - Parameters:
  ///   - micros: The moment, µs since 1970 UTC.
  ///   - zone: The club's time zone.
  /// - Returns: Day and time, such as `2024-09-14 15:30`.
  public static func date(_ micros: Int64, _ zone: TimeZone) -> String {
    let instant = Date(timeIntervalSince1970: Double(micros) / 1e6)
    let local = micros + Int64(zone.secondsFromGMT(for: instant)) * 1_000_000
    return String(OffTimeText.iso(local).prefix(16)).replacing("T", with: " ")
  }

  // MARK: - Implementation

  private static func rewards(_ report: SeasonReport, _ zone: TimeZone) -> [String] {
    guard !report.rewards.isEmpty else { return ["no rewards"] }
    var table = TextTable(
      header: ["", "reward", "points", "%", "achieved"],
      sides: [.right, .left, .right, .right, .left])
    table.rows = report.rewards.map { reward in
      [
        reward.displayOrder.map { "\($0)" } ?? "–",
        DisplayWidth.printable(reward.description ?? "reward \(reward.id)", limit: 40),
        TextCount.grouped(reward.pointThreshold), SeasonFile.percentage(reward.progressPercentage),
        reward.achievedAt.map { date($0, zone) } ?? "–",
      ]
    }
    return table.lines
  }

  private static func leaders(_ report: SeasonReport, _ top: Int) -> [String] {
    let members = report.runners.filter(\.isMember)
    guard !members.isEmpty else { return [] }
    var table = TextTable(
      header: ["", "runner", "points", "activities"], sides: [.right, .left, .right, .right])
    table.rows = members.prefix(top).map { runner in
      [
        runner.rank.map { "\($0)" } ?? "–",
        DisplayWidth.printable(runner.name ?? runner.id, limit: 40),
        TextCount.grouped(runner.points),
        TextCount.grouped(runner.activityCount),
      ]
    }
    let more = members.count - top
    return table.lines + (more > 0 ? ["and \(TextCount.text(more, of: "other"))"] : [])
  }

  private static func differences(_ report: SeasonReport) -> [String] {
    guard !report.differences.isEmpty else { return [] }
    return ["reported otherwise by the service:"]
      + report.differences.map { difference in
        let subject = difference.subject.map { id in
          (difference.figure == .runnerPoints ? " of runner " : " of reward ")
            + DisplayWidth.printable(id, limit: 40)
        }
        return "  \(difference.figure.rawValue)\(subject ?? ""): ledger \(difference.ledger.text), "
          + "reported \(difference.reported.text) at \(OffTimeText.iso(difference.reportedAt))"
      }
  }
}
