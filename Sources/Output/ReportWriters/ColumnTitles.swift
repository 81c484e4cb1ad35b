import Questions
import Racing

/// The columns that tables on a terminal show besides the usual ones, with titles for readers.
enum ColumnTitles {
  /// The figures of a bank, shown beside luck: the longest losing run, the length that chance
  /// alone exceeds in one series of twenty, and the largest fall of the profit.
  static let risk: [(title: String, column: String)] = [
    ("losing run", "longest_losing_run"), ("by chance", "losing_run_95"),
    ("drawdown", "max_drawdown"),
  ]

  /// Returns the figures that only some reports have, each with its title.
  ///
  /// - Parameter columns: The report's columns.
  /// - Returns: The return of each further group of bets; expected return, z, q and ``risk``;
  ///   shrunk rates.
  static func more(_ columns: ReportColumns) -> [(title: String, column: String)] {
    let returns = columns.betNames.filter {
      !ReportColumns.standard.betNames.contains($0) && $0 != columns.marketName
    }.map { (title: "\($0) ROI %", column: "\($0)_roi") }
    let hasLuck = columns.names.contains("z")
    let chances: [(title: String, column: String)] =
      [("expected %", "expected_roi"), ("z", "z"), ("q", "q")] + (hasLuck ? risk : [])
      + [("shrunk win %", "win_rate_shrunk"), ("shrunk A/E", "ae_shrunk")]
    return (returns + chances).filter { columns.names.contains($0.1) }
  }

  /// Returns the return at the market's price and its interval, each with its title.
  static func ofMarket(_ columns: ReportColumns) -> [(title: String, column: String)] {
    let roi = columns.marketName + "_roi"
    return [
      ("\(columns.marketName) ROI %", roi), ("low", roi + "_low"), ("high", roi + "_high"),
    ]
  }

  /// Formats a cell with one or two decimals; `–` if it is undefined.
  static func readable(_ cell: ReportCell, asPercent: Bool) -> String {
    guard let text = cell.text else { return "–" }
    guard let value = Double(text), cell.isNumber, text.contains(".") else { return text }
    let shown = asPercent ? value * 100 : value
    let tenths = (shown * (asPercent ? 10 : 100)).rounded()
    return ReportCell.decimal(scaled: Int64(tenths), places: asPercent ? 1 : 2).text!
  }
}
