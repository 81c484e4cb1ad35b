import Columns
import Racing

extension ReportAnswer {
  /// Describes the question and its counts, as pages and workbooks show them.
  ///
  /// - Parameter rejected: Rows of the sources that were rejected.
  /// - Returns: Names of facts, and their texts.
  package func facts(rejected: Int) -> [(name: String, text: String)] {
    let scope = summary.scope
    var facts: [(name: String, text: String)] = []
    func add(_ name: String, _ text: String?) {
      if let text { facts.append((name, text)) }
    }
    func count(_ number: some BinaryInteger) -> String { TextCount.grouped(number) }
    let windows = report.rows.stretches.map {
      "\($0.window.name) (\($0.from.iso) to \($0.to.iso)\($0.rows.isEmpty ? ", no rows" : ""))"
    }
    let commission = Decimal6(micros: scope.commission.rateMicros).text(decimals: 6)
    let terms = scope.placeTermsName
    let each = question.topKey.map { " of each \($0)" } ?? ""
    add("Grouped by", report.dimension.keys.joined(separator: " + "))
    add("As of", "\(scope.asOf.iso): only races before this day count")
    add("Windows", windows.joined(separator: ", "))
    let bases = scope.figures.betNames.joined(separator: ", ")
    add("Price bases", "\(bases); never mixed in one figure")
    add(
      "Denominators",
      "runs: starters; ROI: units staked on starters with a price at the basis; A/E: expected wins")
    let market = scope.figures.market
    add("Market", market == .sp ? nil : market.column)
    add("Expected wins", "by the method \(scope.figures.baseline.name)")
    add("Filter", scope.filter?.text ?? "none")
    add("Commission", "\(commission) of the net winnings in a market of the exchange")
    add("Place terms", terms == "country" ? "each race's country" : terms)
    add("Least runs", question.minRuns > 0 ? count(question.minRuns) : nil)
    add("Rows shown", question.having.map { "with \($0.text)" })
    add("Order", question.order?.description)
    add("Top", question.top.map { count($0) + each })
    let totals = "each window ends with a row of all runners that count"
    add("Totals", question.hasTotals ? totals : nil)
    add("Aliases", scope.aliases.count > 0 ? count(scope.aliases.count) : nil)
    add(
      "Races",
      "\(count(summary.races)) with \(count(summary.starters)) starters, "
        + "\(count(summary.nonRunners)) non-runners, \(count(summary.unresolved)) unresolved")
    add("Rejected rows", count(rejected))
    return facts
  }
}
