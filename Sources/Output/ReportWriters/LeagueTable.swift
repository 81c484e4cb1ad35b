import Columns
import EntityReports
import Questions
import RunnerKeys

/// The best and the worst rows of a report by return at the market's price, for a terminal.
public enum LeagueTable {
  /// The maximum width of a row's keys, in terminal cells.
  private static let nameLimit = 80

  /// Returns a readable table of one window's best and worst rows.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - count: The maximum number of rows at either end.
  ///   - minRuns: The minimum number of runs of a ranked row.
  /// - Returns: The text; nil if no row has enough runs and the market's price.
  public static func text(_ report: EntityReport, count: Int = 10, minRuns: Int) -> String? {
    guard let window = report.rows.last?.window else { return nil }
    let group = report.columns.choice.market.group
    let ranked = report.rows.filter { $0.window == window && $0.figures.runs >= minRuns }
      .compactMap { row in row.figures.bets(on: group)?.roi.value.map { (row, roi: $0) } }
      .sorted { $0.roi > $1.roi }.map(\.0)
    guard !ranked.isEmpty else { return nil }
    let title =
      "\(report.dimension.fileName) · \(window.name) · at least \(minRuns) runs" + market(report)
    let isShort = ranked.count <= 2 * count
    var lines = [title, ""]
    lines += table(isShort ? ranked : Array(ranked.prefix(count)), report)
    if !isShort { lines += ["  …"] + table(ranked.suffix(count), report).dropFirst() }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a readable table of the first rows of a window, in the requested order.
  ///
  /// - Parameters:
  ///   - answer: The report and its question.
  ///   - window: The window; nil for the last one.
  ///   - count: The maximum number of rows.
  /// - Returns: The text; nil if there are no rows.
  public static func listing(
    _ answer: ReportAnswer, of window: Window? = nil, count: Int = 20
  ) -> String? {
    let report = answer.report
    guard let window = window ?? report.rows.last?.window else { return nil }
    let rows = report.rows.filter { $0.window == window }
    guard !rows.isEmpty else { return nil }
    let order = answer.question.order
    var title = "\(report.dimension.fileName) · \(window.name)" + market(report)
    if let order { title += " · by \(order.column), \(order.direction.rawValue)" }
    let isShown = order.map { order in
      report.dimension.columnNames.contains(order.column)
        || shown(report.columns).contains { $0.column == order.column }
    }
    let more = isShown == false ? order.map { [($0.column, $0.column)] } ?? [] : []
    var lines = [title, ""] + table(rows.prefix(count), report, more)
    if rows.count > count { lines.append("  … \(rows.count - count) more") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Names the market, unless it is SP.
  private static func market(_ report: EntityReport) -> String {
    let name = report.columns.marketName
    return name == "sp" ? "" : " · market \(name)"
  }

  private static func shown(_ columns: ReportColumns) -> [(title: String, column: String)] {
    let standard: [(title: String, column: String)] =
      [("runs", "runs"), ("wins", "wins"), ("win %", "win_rate")] + ColumnTitles.ofMarket(columns)
      + [("A/E", "ae"), ("form", "recent_form")]
    return standard.filter { columns.names.contains($0.column) } + ColumnTitles.more(columns)
  }

  private static func table(
    _ rows: some Sequence<EntityReport.Row>, _ report: EntityReport,
    _ more: [(title: String, column: String)] = []
  ) -> [String] {
    let header = report.header
    let units = report.columns.units(of: report.dimension)
    let shown = shown(report.columns) + more
    let indices = shown.map { header.firstIndex(of: $0.column)! }
    let widths = shown.map { max(10, DisplayWidth.of($0.title) + 2) }
    // One long name would push the figures of all rows off the screen.
    let names = rows.map {
      DisplayWidth.printable($0.keys.joined(separator: " + "), limit: nameLimit)
    }
    let width = max(24, names.map { DisplayWidth.of($0) }.max() ?? 0)
    var lines = [
      DisplayWidth.padded("", to: width)
        + zip(shown, widths).map { DisplayWidth.paddedLeft($0.title, to: $1) }.joined()
    ]
    for (row, name) in zip(rows, names) {
      let cells = row.cells
      let values = shown.indices.map { place in
        DisplayWidth.paddedLeft(
          ColumnTitles.readable(
            cells[indices[place]], asPercent: units[indices[place]] == .percent),
          to: widths[place])
      }
      lines.append(DisplayWidth.padded(name, to: width) + values.joined())
    }
    return lines
  }
}
