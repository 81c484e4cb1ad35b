import Columns
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
  public static let rowLimit = 12_000

  /// The most starts that a page lists of each report, the fewer the more rows it has.
  ///
  /// - Parameters:
  ///   - rows: The rows of all its reports.
  ///   - reports: The number of its reports.
  /// - Returns: A number of starts, for `HistoryJob`.
  public static func startLimit(rows: Int, reports: Int) -> Int {
    rows > 4000 ? 2500 / reports : min(8000, 16_000 / reports)
  }

  /// The page.
  ///
  /// - Parameters:
  ///   - parts: Its reports, the first of which is shown first.
  ///   - facts: What the page tells about the run.
  ///   - live: The form above a page that a server sends; nil for a file.
  ///   - threads: The maximum number of threads.
  /// - Returns: HTML.
  public static func text(
    _ parts: [Part], _ facts: PageFacts, live: LiveFrame? = nil, threads: Int = 1
  ) -> String {
    let limits = ReportPageRows.shares(
      of: parts.map(\.answer.report.rows.count), limit: rowLimit)
    let reports = ParallelTasks.map(count: parts.count, threads: threads) { index in
      let part = parts[index]
      let rows = ReportPageRows(part.answer.report, limit: limits[index], threads: threads)
      let starts = ReportPageStarts(part.history, rows, part.answer)
      return PageText.object([
        ("name", PageText.json(part.name)), ("facts", head(part, rows, facts)),
        ("rows", rows.layout), ("starts", starts.layout),
        ("packed", PageText.json(PackedBytes.text(of: rows.bytes + starts.bytes))),
      ])
    }
    return PageFrame.text(
      title: parts.map(\.name).joined(separator: ", ") + " · Railbird",
      style: PackageResources.report_css, script: script,
      body: String(decoding: PackageResources.report_html, as: UTF8.self),
      data: PageText.object([("reports", PageText.list(reports))]), live: live)
  }

  // MARK: - Implementation

  private static let script = ScriptText.plain(PackageResources.report_js)

  private static func head(_ part: Part, _ rows: ReportPageRows, _ facts: PageFacts) -> String {
    let scope = part.answer.summary.scope
    let question = part.answer.question
    let told = told(part, rows, facts)
    return PageText.object([
      ("keys", PageText.json(part.answer.report.dimension.keys)),
      ("bases", PageText.json(scope.figures.betNames)),
      ("as_of", PageText.json(scope.asOf.iso)),
      ("where", PageText.json(scope.filter?.text)),
      ("commission", PageText.json(Decimal(micros: scope.commission.rateMicros).text)),
      ("having", PageText.json(question.having?.text)), ("totals", "\(question.hasTotals)"),
      ("told", PageText.list(told.map { PageText.json([$0.name, $0.text]) })),
      ("command", PageText.json(facts.command)), ("version", PageText.json(facts.version)),
      ("rejected", PageText.json(TextCount.grouped(facts.rejected))),
      ("quality", DataQuality(months: part.history.months, sources: facts.sources).json),
    ])
  }

  /// The question and what it counted, as the page tells it.
  private static func told(
    _ part: Part, _ rows: ReportPageRows, _ facts: PageFacts
  ) -> [(name: String, text: String)] {
    let (summary, question) = (part.answer.summary, part.answer.question)
    let scope = summary.scope
    let keys = part.answer.report.dimension.keys.joined(separator: " + ")
    let all = part.answer.report.rows.count
    let starts = part.history.entities.reduce(0) { $0 + $1.starts.count }
    let commission = Decimal(micros: scope.commission.rateMicros).text
    var told: [(name: String, text: String)] = []
    func tell(_ name: String, _ text: String?) {
      if let text { told.append((name, text)) }
    }
    func count(_ number: some BinaryInteger) -> String { TextCount.grouped(number) }
    tell("Grouped by", keys)
    tell("As of", "\(scope.asOf.iso): only races before this day count")
    tell("Windows", rows.windows.isEmpty ? "no rows" : rows.windows.joined(separator: ", "))
    let bases = scope.figures.betNames.joined(separator: ", ")
    tell("Price bases", "\(bases); never mixed in one figure")
    tell(
      "Denominators",
      "runs: starters; ROI: units staked on starters with a price at the basis; A/E: expected wins")
    tell("Expected wins", "by the method \(scope.figures.baseline.name)")
    tell("Filter", scope.filter?.text ?? "none")
    tell("Commission", "\(commission) of the net winnings in a market of the exchange")
    let terms = scope.placeTermsName
    tell("Place terms", terms == "country" ? "each race's country" : terms)
    tell("Least runs", question.minRuns > 0 ? count(question.minRuns) : nil)
    tell("Rows shown", question.having.map { "with \($0.text)" })
    tell("Order", question.order.map { "\($0.column):\($0.direction.rawValue)" })
    let each = question.topKey.map { " of each \($0)" } ?? ""
    tell("Top", question.top.map { count($0) + each })
    let totals = "each window ends with a row of all runners that count; it is no dot of the plot"
    tell("Totals", question.hasTotals ? totals : nil)
    tell("Aliases", scope.aliases.count > 0 ? count(scope.aliases.count) : nil)
    tell(
      "Races",
      "\(count(summary.races)) with \(count(summary.starters)) starters, "
        + "\(count(summary.nonRunners)) non-runners, \(count(summary.unresolved)) unresolved")
    tell("Rejected rows", count(facts.rejected))
    let shown = rows.indices.count
    tell(
      "Rows",
      shown == all
        ? "all \(count(all))"
        : "\(count(shown)) of \(count(all)): the first of each window; the CSV file has all")
    tell(
      "Bets listed",
      "\(count(starts)), of the first \(count(part.history.entities.count)) of "
        + "\(count(part.history.entityCount)) in the longest window")
    return told
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
