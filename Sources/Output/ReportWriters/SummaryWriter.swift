import Columns
import EntityReports
import Questions
import Racing
import RunnerKeys

/// `summary.json`: the question and the counts behind a run's numbers.
public enum SummaryWriter {
  /// Returns the file's text.
  ///
  /// - Parameters:
  ///   - summary: The run's question and counts.
  ///   - reports: The answers to saved questions and their files' names; none for a plain run.
  ///   - sources: The fate of each source's rows.
  ///   - version: The engine's version.
  /// - Returns: JSON, members in the contract's order.
  public static func text(
    _ summary: ReportSummary, reports: [(name: String, answer: ReportAnswer)] = [],
    sources: [SourceCounts], version: String
  ) -> String {
    var members = scope(summary.scope)
    let aliases = summary.scope.aliases.count
    if aliases > 0 { members.append(("aliases", "\(aliases)")) }
    members += counts(summary)
    if !reports.isEmpty {
      let objects = reports.map { "\n" + text($0.name, $0.answer) }
      members.append(("reports", "[\(objects.joined(separator: ","))]"))
    }
    return document(members, sources: sources, version: version)
  }

  /// Names of members and their values as JSON.
  typealias Members = [(name: String, value: String)]

  /// Assembles a summary: its members, the sources and the version.
  static func document(_ members: Members, sources: [SourceCounts], version: String) -> String {
    let all =
      members + [
        ("sources", "[" + sources.map { "\n" + text($0) }.joined(separator: ",") + "]"),
        ("engine_version", JSONText.string(version)),
      ]
    return "{\n" + all.map { JSONText.string($0) + ": " + $1 }.joined(separator: ",\n") + "\n}\n"
  }

  // MARK: - Implementation

  /// Returns the question.
  private static func scope(_ scope: ResolvedScope) -> Members {
    let rate = ReportCell.decimal(scaled: scope.commission.rateMicros, places: 6).text!
    let windows = scope.windows.map { JSONText.string($0.name) }.joined(separator: ",")
    let filter = scope.filter.map { [("where", JSONText.string($0.text))] } ?? []
    return [
      ("as_of", JSONText.string(scope.asOf.iso)),
      ("windows", "[\(windows)]"),
      ("baseline", JSONText.string(scope.figures.baseline.name)),
      ("place_terms", JSONText.string(scope.placeTermsName)),
      ("commission_rate", rate),
    ] + figures(scope.figures) + filter + facts(scope.facts)
  }

  /// Returns the choices of facts that differ from the defaults.
  static func facts(_ rules: FactRules) -> Members {
    func list(_ classes: [String]) -> String {
      "[\(classes.map { JSONText.string($0) }.joined(separator: ","))]"
    }
    let market = rules.market ?? .sp
    let orders = rules.orders.map { "\(JSONText.string($0.source)):\(list($0.classes))" }
    let text =
      rules.classOrders.isEmpty ? list(rules.classOrder) : "{\(orders.joined(separator: ","))}"
    return
      (rules.breakDays == FactRules.standard.breakDays
      ? [] : [("break_days", "\(rules.breakDays)")])
      + (orders.isEmpty ? [] : [("class_order", text)])
      + (market == .sp ? [] : [("market", JSONText.string(market.column))])
  }

  /// Returns the chosen figures that differ from the defaults.
  private static func figures(_ choice: FigureChoice) -> Members {
    let isStandard = choice.betNames == FigureChoice.standard.betNames
    let names = choice.betNames.map { JSONText.string($0) }.joined(separator: ",")
    return (isStandard ? [] : [("bets", "[\(names)]")])
      + (choice.luck.map { [("luck", JSONText.string($0.rawValue))] } ?? [])
      + (choice.isShrunk ? [("shrink", "true")] : [])
  }

  /// Returns the counts.
  private static func counts(_ summary: ReportSummary) -> Members {
    var covered = zip(PriceBasis.allCases.map(\.rawValue), summary.prices).map { ($0, $1) }
    if let price = summary.scope.figures.price, let coverage = summary.namedPrice {
      covered.append((price.column, coverage))
    }
    let prices = covered.map { name, coverage in
      "\(JSONText.string(name)):{\"with\":\(coverage.with),\"without\":\(coverage.without)}"
    }
    return [
      ("races", "\(summary.races)"),
      ("starters", "\(summary.starters)"),
      ("non_runners", "\(summary.nonRunners)"),
      ("unresolved", "\(summary.unresolved)"),
      ("prices", "{\(prices.joined(separator: ","))}"),
    ]
  }

  /// Returns a saved question's report: its file's name, the question, and the counts.
  private static func text(_ name: String, _ answer: ReportAnswer) -> String {
    let question = answer.question
    var members: Members = [
      ("report", JSONText.string(name)),
      ("by", JSONText.string(question.dimension.keys.joined(separator: "+"))),
    ]
    members += scope(answer.summary.scope)
    members.append(("min_runs", "\(question.minRuns)"))
    if let order = question.order {
      members.append(
        ("order_by", JSONText.string(order.description)))
    }
    if let top = question.top { members.append(("top", "\(top)")) }
    if let key = question.topKey { members.append(("per", JSONText.string(key))) }
    if let having = question.having { members.append(("having", JSONText.string(having.text))) }
    if question.hasTotals { members.append(("totals", "true")) }
    members.append(("rows", "\(answer.report.rows.count)"))
    members += counts(answer.summary)
    let texts = members.map { JSONText.string($0.name) + ":" + $0.value }
    return "{\(texts.joined(separator: ","))}"
  }

  private static func text(_ source: SourceCounts) -> String {
    let reasons = source.reasons.sorted { $0.key < $1.key }
      .map { JSONText.string($0.key) + ":\($0.value)" }.joined(separator: ",")
    return "{\"source\":\(JSONText.string(source.name)),\"rows_read\":\(source.rowsRead),"
      + "\"stored\":\(source.stored),\"duplicates\":\(source.duplicates),"
      + "\"rejected\":\(source.rejected),\"reasons\":{\(reasons)}}"
  }
}
