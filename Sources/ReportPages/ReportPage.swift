import Racing
import RacingReports

/// The reports of a run as one HTML file that needs nothing else: no network, no other file.
///
/// Its numbers are the cells of the reports' CSV files, digit by digit.
public enum ReportPage {
  /// One of a page's reports.
  public struct Part: Sendable {
    /// The name that chooses it.
    public let name: String
    /// The report; without its columns of luck the funnel plot has no limits.
    public let answer: ReportAnswer
    /// The starts of its first entities, and the months.
    public let history: History

    /// Takes a report.
    public init(name: String, answer: ReportAnswer, history: History) {
      self.name = name
      self.answer = answer
      self.history = history
    }
  }

  /// The most rows of a page, its reports together; the CSV files have all.
  public static let rowLimit = 20_000

  /// The most starts that a page lists of each report, the fewer the more rows it has.
  ///
  /// - Parameters:
  ///   - rows: The rows of all its reports.
  ///   - reports: The number of its reports.
  /// - Returns: A number of starts, for `HistoryJob`.
  public static func startLimit(rows: Int, reports: Int) -> Int {
    rows > 4000 ? 3000 / reports : min(8000, 16_000 / reports)
  }

  /// The page.
  ///
  /// - Parameters:
  ///   - parts: Its reports, the first of which is shown first.
  ///   - facts: What the page tells about the run.
  ///   - live: The form above a page that a server sends; nil for a file.
  /// - Returns: HTML.
  public static func text(
    _ parts: [Part], _ facts: PageFacts, live: LiveFrame? = nil
  ) -> String {
    let limits = ReportPageRows.shares(
      of: parts.map(\.answer.report.rows.count), limit: rowLimit)
    let reports = zip(parts, limits).map { part, limit in
      let rows = ReportPageRows(part.answer.report, limit: limit)
      let starts = ReportPageStarts(part.history, rows, part.answer)
      return PageText.object([
        ("name", PageText.json(part.name)), ("facts", head(part.answer, part.history, facts)),
        ("rows", rows.layout), ("starts", starts.layout),
        ("packed", PageText.json(PackedBytes.text(of: rows.bytes + starts.bytes))),
      ])
    }
    return PageFrame.text(
      title: parts.map(\.name).joined(separator: ", ") + " · Railbird",
      style: PackageResources.report_css, script: PackageResources.report_js,
      body: String(decoding: PackageResources.report_html, as: UTF8.self),
      data: PageText.object([("reports", PageText.list(reports))]), live: live)
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
