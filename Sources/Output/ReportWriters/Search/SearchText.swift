import AngleSearch
import Columns
import Racing

/// A search's best angles, for reading on a terminal.
public enum SearchText {
  /// Returns the text: the scope of the search, then the angles, the best first.
  ///
  /// - Parameter report: The search.
  /// - Returns: Lines.
  public static func text(_ report: SearchReport) -> String {
    let request = report.request
    var lines = [
      "Angles before \(report.asOf.iso), by \(request.ranking.rawValue)"
        + (request.market == .sp ? "" : " · market \(request.market.column)"),
      TextCount.text(report.angles, of: "angle") + " of at least "
        + TextCount.text(request.minRuns, of: "run") + " in "
        + TextCount.text(report.combinations, of: "combination") + " of keys; "
        + TextCount.text(report.races, of: "race") + ", "
        + TextCount.text(report.runs, of: "run")
        + (report.leftOutRaces == 0
          ? ""
          : "; left out: " + TextCount.text(report.leftOutRaces, of: "race")
            + " without a priced winner"),
      "",
    ]
    if !report.rows.isEmpty {
      lines += table(report)
    } else if report.angles == 0 {
      lines.append("No angle has enough runs.")
    } else {
      lines.append(
        "No angle has a z: each has all runners of its races, so there is no luck to measure.")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Implementation

  /// Lays out the angles with figures of the report, their z, and the p over all angles.
  private static func table(_ report: SearchReport) -> [String] {
    let isByWins = report.request.ranking == .ae
    let market = report.request.market.column
    let names = report.figureNames
    let shown: [(title: String, column: String)] =
      [
        ("runs", "runs"), ("wins", "wins"), ("A/E", "ae"), ("\(market) ROI", "\(market)_roi"),
        (isByWins ? "ae z" : "roi z", isByWins ? "ae_z" : "roi_z"),
        ("family p", isByWins ? "ae_family_p" : "roi_family_p"),
      ] + ColumnTitles.risk
    var table = TextTable(
      header: ["", "angle"] + shown.map(\.title),
      sides: [.right, .left] + Array(repeating: .right, count: shown.count))
    table.rows = zip(1..., report.rows).map { rank, row in
      let angle = zip(row.dimension.columnNames, row.row.keys).map { "\($0) = \($1)" }
      let figures = row.figures
      return ["\(rank)", angle.joined(separator: ", ")]
        + shown.map { name in
          figures[names.firstIndex(of: name.column)!].text ?? "–"
        }
    }
    return table.lines
  }
}
