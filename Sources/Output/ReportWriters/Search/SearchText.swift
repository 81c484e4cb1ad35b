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
      counts(report), "",
    ]
    lines += reason(report).map { [$0] } ?? table(report)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the size of a search: its angles, combinations of keys, races and runs.
  ///
  /// - Parameter report: The search.
  /// - Returns: A line.
  public static func counts(_ report: SearchReport) -> String {
    TextCount.text(report.angles, of: "angle") + " of at least "
      + TextCount.text(report.request.minRuns, of: "run") + " in "
      + TextCount.text(report.combinations, of: "combination") + " of keys; "
      + TextCount.text(report.races, of: "race") + ", " + TextCount.text(report.runs, of: "run")
      + (report.leftOutRaces == 0
        ? ""
        : "; left out: " + TextCount.text(report.leftOutRaces, of: "race")
          + " without a priced winner")
  }

  /// Returns the reason why a search lists no angle; nil if it lists some.
  ///
  /// - Parameter report: The search.
  /// - Returns: A sentence.
  public static func reason(_ report: SearchReport) -> String? {
    guard report.rows.isEmpty else { return nil }
    if report.races == 0 {
      return "No race has a winner and all prices of the market \(report.request.market.column)."
    }
    return report.angles == 0
      ? "No angle has enough runs."
      : "No angle has a z: each has all runners of its races, so there is no luck to measure."
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
