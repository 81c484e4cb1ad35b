import Racing
import RacingReports

/// A report as one HTML file that needs nothing else: no network, no other file.
///
/// Its numbers are the cells of the report's CSV file, digit by digit.
public enum ReportPage {
  /// The most rows of a page; the CSV file has all.
  public static let rowLimit = 20_000

  /// The most starts that a page lists, the fewer the more rows it has.
  ///
  /// - Parameter rows: The rows of the report.
  /// - Returns: A number of starts, for `HistoryJob`.
  public static func startLimit(rows: Int) -> Int { rows > 4000 ? 3000 : 8000 }

  /// The page.
  ///
  /// - Parameters:
  ///   - answer: The report; without its columns of luck the funnel plot has no limits.
  ///   - history: The starts of its first entities, and the months.
  ///   - facts: What the page tells about the run.
  /// - Returns: HTML.
  public static func text(
    _ answer: ReportAnswer, _ history: History, _ facts: PageFacts
  ) -> String {
    let rows = ReportPageRows(answer.report, limit: rowLimit)
    let starts = ReportPageStarts(history, rows, answer)
    let document = PageText.object([
      ("facts", head(answer, history, facts)), ("rows", rows.layout), ("starts", starts.layout),
      ("packed", PageText.json(PackedBytes.text(of: rows.bytes + starts.bytes))),
    ])
    let title = answer.report.dimension.keys.joined(separator: " + ") + " · Railbird"
    return PageFrame.text(
      title: title, style: PackageResources.report_css, script: PackageResources.report_js,
      body: String(decoding: PackageResources.report_html, as: UTF8.self), data: document)
  }

  // MARK: - Implementation

  private static func head(
    _ answer: ReportAnswer, _ history: History, _ facts: PageFacts
  ) -> String {
    let summary = answer.summary
    let scope = summary.scope
    let question = answer.question
    let prices = zip(PriceBasis.allCases, summary.prices).map { basis, coverage in
      (name: basis.rawValue, value: "[\(coverage.with),\(coverage.without)]")
    }
    let months = history.months.map { month in
      let prices = month.prices.map { "\($0.with)" }
      return PageText.list(
        [
          PageText.json(month.month), "\(month.races)", "\(month.starters)",
          "\(month.nonRunners)", "\(month.unresolved)",
        ] + prices)
    }
    let commission = Decimal(micros: scope.commission.rateMicros)
    return PageText.object([
      ("keys", PageText.json(answer.report.dimension.keys)),
      ("as_of", PageText.json(scope.asOf.iso)),
      ("where", PageText.json(scope.filter?.text)),
      ("baseline", PageText.json(scope.figures.baseline.name)),
      ("place_terms", PageText.json(scope.placeTermsName)),
      ("commission", PageText.json(commission.text)),
      ("aliases", "\(scope.aliases.count)"), ("min_runs", "\(question.minRuns)"),
      (
        "order",
        PageText.json(question.order.map { "\($0.column):\($0.direction.rawValue)" })
      ), ("top", question.top.map { "\($0)" } ?? "null"),
      ("per", PageText.json(question.topKey)), ("having", PageText.json(question.having?.text)),
      ("totals", "\(question.hasTotals)"),
      ("command", PageText.json(facts.command)), ("version", PageText.json(facts.version)),
      ("races", "\(summary.races)"), ("starters", "\(summary.starters)"),
      ("non_runners", "\(summary.nonRunners)"), ("unresolved", "\(summary.unresolved)"),
      ("prices", PageText.object(prices)), ("months", PageText.list(months)),
      ("sources", PageText.list(facts.sources.map(\.json))),
    ])
  }
}

/// A decimal of millionths, with all six decimals.
private struct Decimal {
  let text: String

  init(micros: Int64) {
    var bytes: [UInt8] = []
    DecimalText.append(micros, scale: 6, decimals: 6, to: &bytes)
    text = String(decoding: bytes, as: UTF8.self)
  }
}
