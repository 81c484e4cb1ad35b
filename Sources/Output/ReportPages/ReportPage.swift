import Questions
import Cards
import Columns
import EntityReports
import Racing

/// The reports of a run as one HTML file that needs no network and no other file.
///
/// Its numbers are the cells of the reports' CSV files, digit by digit.
public enum ReportPage {
  /// One of a page's reports.
  public struct Part: Sendable {
    /// The name by which a reader chooses it.
    public let name: String
    /// The report; without its columns of luck, the funnel plot has no limits.
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

  /// The maximum number of rows of a page, over all its reports; CSV files have all rows.
  public static let rowLimit = Limits.pageRows

  /// Returns the maximum number of starts that a page lists of each report; more rows allow fewer.
  ///
  /// - Parameters:
  ///   - rows: The rows of all its reports.
  ///   - reports: The number of its reports.
  /// - Returns: The number of starts, for `HistoryJob`.
  public static func startLimit(rows: Int, reports: Int) -> Int {
    switch rows {
    case ...4000: min(8000, 16_000 / reports)
    case ...8000: 2500 / reports
    default: 1200 / reports
    }
  }

  /// Returns the page.
  ///
  /// - Parameters:
  ///   - parts: Its reports; the first is shown first.
  ///   - facts: The facts about the run that the page shows.
  ///   - live: The form above a page that a server sends; nil for a file.
  ///   - threads: The maximum number of threads.
  /// - Returns: HTML.
  public static func text(
    _ parts: [Part], _ facts: RunFacts, live: LiveFrame? = nil, threads: Int = 1
  ) -> String {
    PageFrame.text(
      title: title(parts), style: EmbeddedFile("Page/report.css").bytes, script: script,
      body: EmbeddedFile("Page/report.html").text,
      data: data(parts, facts, threads: threads), live: live)
  }

  /// Returns the data of a page, which the script of another page can show in place of its own.
  ///
  /// - Parameters:
  ///   - parts: Its reports.
  ///   - facts: The facts about the run that the page shows.
  ///   - threads: The maximum number of threads.
  /// - Returns: JSON.
  public static func data(_ parts: [Part], _ facts: RunFacts, threads: Int = 1) -> String {
    let limits = ReportPageRows.shares(
      of: parts.map(\.answer.report.rows.count), limit: rowLimit)
    let reports = ParallelTasks.map(count: parts.count, threads: threads) { index in
      let part = parts[index]
      let rows = ReportPageRows(
        part.answer.report, hasTotals: part.answer.endsWithTotals, limit: limits[index],
        threads: threads)
      let starts = ReportPageStarts(part.history, rows, part.answer)
      let layout = PageText.object([("rows", rows.layout), ("starts", starts.layout)]).utf8
      return PageText.object([
        ("name", PageText.json(part.name)), ("facts", head(part, rows, facts)),
        ("size", "\(layout.count)"),
        ("packed", PageText.json(PackedBytes.text(of: layout + rows.bytes + starts.bytes))),
      ])
    }
    return PageText.object([
      ("title", PageText.json(title(parts))), ("reports", PageText.list(reports)),
    ])
  }

  // MARK: - Implementation

  private static let script = PlainScript.text(of: EmbeddedFile("Page/report.js").bytes)

  private static func title(_ parts: [Part]) -> String {
    parts.map(\.name).joined(separator: ", ") + " · Railbird"
  }

  private static func head(_ part: Part, _ rows: ReportPageRows, _ facts: RunFacts) -> String {
    let scope = part.answer.summary.scope
    let question = part.answer.question
    let shown = shownFacts(part, rows, facts)
    let keys = part.answer.report.dimension.keys.joined(separator: " + ")
    // Only a saved question has another name than its dimension.
    let name = part.name == part.answer.report.dimension.fileName ? "" : ": \(part.name)"
    let market = scope.figures.market
    let kept = Decimal6(micros: Decimal6.one - scope.commission.rateMicros).text(decimals: 6)
    let others =
      (market == .sp ? [] : [("market", PageText.json(market.column))])
      + (market.isOfExchange ? [("kept", kept)] : [])
    return PageText.object(
      others + [
        ("title", PageText.json("Report by \(keys)\(name)")),
        ("keys", PageText.json(part.answer.report.dimension.keys)),
        ("bases", PageText.json(scope.figures.betNames)),
        ("as_of", PageText.json(scope.asOf.iso)),
        ("where", PageText.json(scope.filter?.text)),
        (
          "commission",
          PageText.json(Decimal6(micros: scope.commission.rateMicros).text(decimals: 6))
        ),
        ("having", PageText.json(question.having?.text)),
        ("told", PageText.list(shown.map { PageText.json([$0.name, $0.text]) })),
        ("unlisted", PageText.json(unlisted(part.history))),
        ("command", PageText.json(facts.command)), ("version", PageText.json(facts.version)),
        ("rejected", PageText.json(TextCount.grouped(facts.rejected))),
        ("quality", DataQuality(months: part.history.months, sources: facts.sources).json),
      ])
  }

  /// Returns the note for an entity whose bets the page does not list.
  private static func unlisted(_ history: History) -> String {
    let (listed, all) = (history.entities.count, history.entityCount)
    let others =
      listed == 0
      ? "a page of so many rows lists no bets"
      : "bets are listed of the first \(TextCount.grouped(listed)) of "
        + "\(TextCount.grouped(all)) in the longest window"
    return others + "; a page of this one alone lists its bets (--where)"
  }

  /// Returns the question and its counts, and the part that the page shows.
  private static func shownFacts(
    _ part: Part, _ rows: ReportPageRows, _ facts: RunFacts
  ) -> [(name: String, text: String)] {
    let all = part.answer.report.rows.count
    let shown = rows.indices.count
    let starts = part.history.entities.reduce(0) { $0 + $1.starts.count }
    func count(_ number: some BinaryInteger) -> String { TextCount.grouped(number) }
    let some = "\(count(shown)) of \(count(all)): the first of each window; a CSV file has all"
    let bets =
      part.history.entities.isEmpty
      ? "none"
      : "\(count(starts)), of the first \(count(part.history.entities.count)) of "
        + "\(count(part.history.entityCount)) in the longest window"
    let plot = "a dot for each row with bets; the totals are no dot"
    return part.answer.facts(rejected: facts.rejected)
      + (part.answer.endsWithTotals ? [("Plot", plot)] : [])
      + [("Rows", shown == all ? "all \(count(all))" : some), ("Bets listed", bets)]
  }
}
