import Calibration
import Columns
import Racing

/// A calibration, for reading on a terminal.
public enum CalibrationText {
  /// Returns the report's text: the scores of each price and method, then the bins and odds of
  /// each.
  ///
  /// Bins and odds cover the last window.
  ///
  /// - Parameter report: The report.
  /// - Returns: Lines.
  public static func text(_ report: CalibrationReport) -> String {
    let title = "Prices before \(report.asOf.iso)"
    var blocks = [[title] + report.coverage.map(line), scores(report)]
    let last = report.request.windows.last
    for total in rows(report, .total) where total.window == last && total.runs > 0 {
      let isSame = { (row: CalibrationRow) in
        row.window == last && row.basis == total.basis && row.baselineName == total.baselineName
      }
      let name = "\(total.basis.column), \(total.baselineName), \(total.window.name)"
      blocks.append([name] + bands("probability", rows(report, .bin).filter(isSame)))
      blocks.append(bands("odds", rows(report, .oddsBand).filter(isSame)))
    }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  // MARK: - Implementation

  private static func rows(
    _ report: CalibrationReport, _ grouping: CalibrationTable.Grouping
  ) -> [CalibrationRow] {
    report.tables.first { $0.grouping == grouping }?.rows ?? []
  }

  private static func line(_ coverage: CalibrationCoverage) -> String {
    let gaps = [
      (coverage.missingPrice, "without all prices"), (coverage.noWinner, "without a winner"),
      (coverage.oneStarter, "with one starter"),
    ].filter { $0.0 > 0 }.map { "\(TextCount.grouped($0.0)) \($0.1)" }
    return "\(coverage.basis.column): " + TextCount.text(coverage.races, of: "race") + ", "
      + TextCount.text(coverage.runs, of: "run")
      + (gaps.isEmpty ? "" : "; left out: " + gaps.joined(separator: ", "))
  }

  private static func scores(_ report: CalibrationReport) -> [String] {
    let shown = CalibrationRow.scoreNames
    var table = TextTable(
      header: ["basis", "baseline", "window", "runs", "a/e", "roi"] + shown,
      sides: [.left, .left, .left] + Array(repeating: .right, count: 3 + shown.count))
    table.rows = rows(report, .total).map { row in
      [row.basis.column, row.baselineName, row.window.name, digits(row, "runs")]
        + [digits(row, "ae"), digits(row, "roi")] + row.scores.map { $0.text ?? "–" }
    }
    return table.lines
  }

  private static func bands(_ title: String, _ rows: [CalibrationRow]) -> [String] {
    let shown = ["runs", "wins", "expected", "actual", "ae", "z", "race_z", "roi"]
    var table = TextTable(
      header: [title] + shown, sides: [.left] + Array(repeating: .right, count: shown.count))
    table.rows = rows.map { row in [row.group ?? ""] + shown.map { digits(row, $0) } }
    return table.lines
  }

  private static func digits(_ row: CalibrationRow, _ figure: String) -> String {
    let index = CalibrationRow.figureNames.firstIndex(of: figure)!
    return row.figures[index].text ?? "–"
  }
}
