import Cards
import Columns
import EntityReports
import Questions
import Racing

/// Two names side by side, as text, CSV and JSON.
public enum ComparisonText {
  /// Returns a readable text: all runs, the races of both, and who was ahead in them; a table per
  /// window.
  public static func text(_ comparison: Comparison) -> String {
    let names = comparison.names.map { DisplayWidth.printable($0) }
    let windows = comparison.all.question.scope.windows
    func tables(_ title: String, _ answer: ReportAnswer) -> [String] {
      windows.map { window in
        title + ": " + (LeagueTable.listing(answer, of: window) ?? "none · \(window.name)\n")
      }
    }
    var parts = tables("All runs", comparison.all)
    let races = TextCount.text(comparison.raceCount, of: "race")
    var line = "In \(races) of both" + (windows == [.all] ? "" : " on all days")
    if comparison.raceCount > 0 {
      let counts = comparison.aheadCounts
      let level = comparison.raceCount - counts[0] - counts[1]
      line += " \(names[0]) was ahead in \(counts[0]), \(names[1]) in \(counts[1])"
      line += ", neither in \(level)"
    }
    if comparison.aheadChance != nil {
      line += "\nSign test: p \(ColumnTitles.readable(aheadCell(comparison), asPercent: false))"
      line += ", the probability that two equals are as far apart"
    }
    parts.append(line + "\n")
    if let shared = comparison.shared { parts += tables("Races of both", shared) }
    return parts.joined(separator: "\n")
  }

  /// Returns the rows of a report with the columns `races`, `races_of_both` and `ahead` before
  /// them, and `ahead_p` behind: `all` runs first, then those in the races of `both`.
  public static func csv(_ comparison: Comparison) -> String {
    var lines: [String] = []
    let parts: [(kind: String, answer: ReportAnswer?)] = [
      ("all", comparison.all), ("both", comparison.shared),
    ]
    for part in parts {
      guard let report = part.answer?.report else { continue }
      let lists = CSVReportWriter.text(report).split(separator: "\n")
      if lines.isEmpty { lines.append("races,races_of_both,ahead,\(lists[0]),ahead_p") }
      for (row, line) in zip(report.rows, lists.dropFirst()) {
        let place = comparison.names.firstIndex(of: row.keys[0])!
        let ahead = comparison.aheadCounts[place]
        let chance = aheadCell(comparison).text ?? ""
        lines.append("\(part.kind),\(comparison.raceCount),\(ahead),\(line),\(chance)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns an object: the names, the races of both, who was ahead, and the rows of two reports.
  public static func json(_ comparison: Comparison) -> String {
    func rows(_ answer: ReportAnswer?) -> String {
      answer.map { String(JSONReportWriter.text($0.report).dropLast()) } ?? "[]"
    }
    let names = comparison.names.map { JSONText.string($0) }.joined(separator: ",")
    let ahead = comparison.aheadCounts.map { "\($0)" }.joined(separator: ",")
    let chance = aheadCell(comparison).text ?? "null"
    return "{\"names\":[\(names)],\"races_of_both\":\(comparison.raceCount),\"ahead\":[\(ahead)],"
      + "\"ahead_p\":\(chance),\n"
      + "\"all\":\(rows(comparison.all)),\n\"both\":\(rows(comparison.shared))}\n"
  }

  // MARK: - Implementation

  private static func aheadCell(_ comparison: Comparison) -> ReportCell {
    .end(comparison.aheadChance)
  }
}
