import Columns
import Foundation
import SeasonTotals

/// A club's season as one HTML file: the team's points against the rewards, week by week.
///
/// It has no script; the charts are drawn here. The CSV files have the same numbers.
public enum SeasonPage {
  /// Returns the page.
  ///
  /// - Parameters:
  ///   - report: The season.
  ///   - asOf: The last day that counts; nil for all.
  ///   - zone: The name of the time zone of the times shown.
  ///   - moment: Formats a point in time, in µs since 1970 UTC, for readers.
  /// - Returns: HTML.
  public static func text(
    _ report: SeasonReport, asOf: Day?, zone: String, moment: (Int64) -> String
  ) -> String {
    let title = PageText.html(report.season.text)
    let upTo = asOf.map { " up to \($0.iso)" } ?? ""
    let notes = report.origin.notes(moment).map { "<p>\(PageText.html($0))</p>" }.joined()
    let body = """
      <header><h1>\(title)</h1>
      <p>\(TextCount.text(report.teamTotal, of: "point")) of \(TextCount.text(report.activeRosterCount, of: "member"))\(upTo)</p>\(notes)</header>
      <main>
      <section><h2>Points and rewards</h2>
      <div class="grid"><figure tabindex="0">\(thermometer(report))</figure>\
      <figure tabindex="0">\(curve(report))</figure></div>
      \(lowest(report))\(rewards(report, moment))
      <p>Moments are by the clock of \(PageText.html(zone)).</p></section>
      <section><h2>Week by week</h2>\(weeks(report))</section>
      <section><h2>Runners</h2>\(runners(report))
      <p>Members alone have a rank.</p></section>
      \(differences(report, moment))</main>

      """
    return PageFrame.text(
      title: "\(report.season.text) · Railbird", style: EmbeddedFile("Page/season.css").bytes,
      body: body)
  }

  // MARK: - Implementation

  /// Returns the greatest number of points that the charts show.
  private static func top(_ report: SeasonReport) -> Double {
    let thresholds = report.rewards.map(\.pointThreshold)
    let sums = report.weeks.map(\.cumulativePoints) + [report.teamTotal]
    return Double(max(1, (thresholds + sums).max() ?? 1)) * 1.05
  }

  /// Returns the note that totals below 0 are drawn on the charts' lowest line.
  private static func lowest(_ report: SeasonReport) -> String {
    let least = (report.weeks.map(\.cumulativePoints) + [report.teamTotal]).min() ?? 0
    return least < 0 ? "<p>The pictures begin at 0: totals below it stand on that line.</p>" : ""
  }

  private static func place(_ points: Int64, of top: Double, height: Double) -> String {
    let share = min(1, max(0, Double(points) / top))
    return rounded(12 + (height - 24) * (1 - share))
  }

  /// Formats a coordinate with one decimal.
  private static func rounded(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(abs(tenths % 10))"
  }

  private static func thermometer(_ report: SeasonReport) -> String {
    let top = top(report)
    let height = 360.0
    // Room for the total's digits.
    let left = max(60, 16 + 8 * "\(report.teamTotal)".count)
    let level = place(report.teamTotal, of: top, height: height)
    let fill = rounded(height - 12 - (Double(level) ?? 0))
    // Thresholds that are close together share one label; the table names all.
    var labelled = 1e9
    let marks = report.rewards.sorted { $0.pointThreshold < $1.pointThreshold }.map { reward in
      let y = place(reward.pointThreshold, of: top, height: height)
      let style = reward.isAchieved ? "reached" : "open"
      let line = "<path class=\"\(style)\" d=\"M\(left) \(y)h50\"/>"
      let at = Double(y) ?? 0
      guard labelled - at > 14 else { return line }
      labelled = at
      let name = Self.short(
        "\(reward.pointThreshold) " + (reward.description ?? "reward \(reward.id)"))
      return line
        + "<text x=\"\(left + 56)\" y=\"\(rounded(at + 4))\">\(PageText.html(name))</text>"
    }
    let reached = report.rewards.count(where: \.isAchieved)
    return """
      <svg viewBox="0 0 \(left + 300) 360" width="\(left + 300)" height="360" role="img" \
      aria-label="\(report.teamTotal) points; \(reached) of \(report.rewards.count) rewards reached">\
      <rect class="glass" x="\(left)" y="12" width="36" height="336" rx="6"/>\
      <rect class="level" x="\(left)" y="\(level)" width="36" height="\(fill)" rx="6"/>\
      \(marks.joined())<text class="total" x="\(left - 6)" y="\(rounded((Double(level) ?? 0) + 4))" \
      text-anchor="end">\(report.teamTotal)</text></svg>
      """
  }

  /// Shortens a label to the available width, also with wide letters and capitals.
  private static func short(_ name: String) -> String {
    var width = 0
    let cut = name.firstIndex { letter in
      width += DisplayWidth.of(String(letter))
      return width > 26
    }
    return cut.map { name[..<$0] + "…" } ?? name
  }

  private static func curve(_ report: SeasonReport) -> String {
    guard let first = report.weeks.first, let last = report.weeks.last else {
      return "<p>No week has points.</p>"
    }
    let top = top(report)
    let steps = steps(upTo: top)
    // Room for the scale's digits.
    let left = max(48, 16 + 7 * "\(steps.last ?? 0)".count)
    let days = Double(max(7, last.monday.number - first.monday.number + 7))
    /// Returns the x coordinate of a day's beginning.
    func x(_ day: Day) -> String {
      rounded(Double(left) + 552 * Double(day.number - first.monday.number) / days)
    }
    var level = place(0, of: top, height: 360)
    var line = "M\(left) \(level)"
    for week in report.weeks {
      // Weeks without points have no row, so the line stays level over them.
      line += "L\(x(week.monday)) \(level)"
      level = place(week.cumulativePoints, of: top, height: 360)
      line += "L\(x(week.monday + 7)) \(level)"
    }
    let end = (last.monday + 6).iso
    let marks = report.rewards.map { reward in
      let style = reward.isAchieved ? "reached" : "open"
      return "<path class=\"\(style)\" d=\"M\(left) "
        + "\(place(reward.pointThreshold, of: top, height: 360))h552\"/>"
    }
    let scale = steps.map { points in
      let y = place(points, of: top, height: 360)
      return "<text x=\"\(left - 6)\" y=\"\(rounded((Double(y) ?? 0) + 4))\" text-anchor=\"end\">"
        + "\(points)</text><path class=\"axis\" d=\"M\(left - 4) \(y)h4\"/>"
    }
    return """
      <svg viewBox="0 0 \(left + 572) 380" width="\(left + 572)" height="380" role="img" \
      aria-label="Points week by week, from \(first.monday.iso) to \(end)">\
      \(scale.joined())\(marks.joined())<path class="axis" d="M\(left) 12V348h552"/><path class="curve" d="\(line)"/>\
      <text x="\(left)" y="370">\(first.monday.iso)</text>\
      <text x="\(left + 552)" y="370" text-anchor="end">\(end)</text></svg>
      """
  }

  /// Returns about five round numbers of points, up to a chart's greatest.
  private static func steps(upTo top: Double) -> [Int64] {
    let power = pow(10, (log10(max(top, 5) / 5)).rounded(.down))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 * 6 >= top } ?? top
    return (0...Int(top / step)).map { Int64(Double($0) * step) }
  }

  private static func rewards(
    _ report: SeasonReport, _ moment: (Int64) -> String
  ) -> String {
    guard !report.rewards.isEmpty else { return "<p>No rewards.</p>" }
    return table(
      "Rewards", ["reward", "points", "to go", "reached"],
      report.rewards.map { reward in
        [
          reward.description ?? "reward \(reward.id)", "\(reward.pointThreshold)",
          "\(max(0, reward.pointThreshold - report.teamTotal))",
          reward.achievedAt.map(moment) ?? "–",
        ]
      })
  }

  private static func weeks(_ report: SeasonReport) -> String {
    table(
      "Week by week", ["week of", "points", "activities", "points so far"],
      report.weeks.map {
        [$0.monday.iso, "\($0.points)", "\($0.activityCount)", "\($0.cumulativePoints)"]
      })
  }

  private static func runners(_ report: SeasonReport) -> String {
    table(
      "Runners", ["runner", "rank", "points", "activities"],
      report.runners.map {
        [
          $0.name ?? $0.id, $0.rank.map { "\($0)" } ?? "–", "\($0.points)", "\($0.activityCount)",
        ]
      })
  }

  /// Returns the service's figures that differ from the ledger's; empty if all agree.
  private static func differences(_ report: SeasonReport, _ moment: (Int64) -> String) -> String {
    guard !report.differences.isEmpty else { return "" }
    func shown(_ value: SeasonDifference.Value) -> String {
      switch value {
      case .number(let number): "\(number)"
      case .flag(let flag): "\(flag)"
      case .instant(let micros): moment(micros)
      }
    }
    let rows = report.differences.map { difference in
      let of = difference.figure == .runnerPoints ? " of runner " : " of reward "
      return [
        difference.figure.rawValue + (difference.subject.map { of + $0 } ?? ""),
        shown(difference.ledger), shown(difference.reported), moment(difference.reportedAt),
      ]
    }
    return "<section><h2>Reported otherwise by the service</h2>"
      + table("Differences", ["figure", "by the ledger", "reported", "at"], rows) + "</section>\n"
  }

  private static func table(_ name: String, _ header: [String], _ rows: [[String]]) -> String {
    let head = header.map { "<th scope=\"col\">\($0)</th>" }.joined()
    let lines = rows.map { row in
      let cells = row.enumerated().map { index, cell in
        let text = PageText.html(cell)
        return index == 0
          ? "<th scope=\"row\" dir=\"auto\">\(text)</th>" : "<td>\(text)</td>"
      }
      return "<tr>\(cells.joined())</tr>\n"
    }
    return """
      <div class="scroll" role="region" tabindex="0" aria-label="\(name)"><table>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(lines.joined())</tbody></table></div>

      """
  }
}
