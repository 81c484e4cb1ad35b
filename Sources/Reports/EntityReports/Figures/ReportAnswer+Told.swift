import Columns
import Racing

extension ReportAnswer {
  /// Describes the question and its counts, as pages and workbooks show them.
  ///
  /// - Parameter rejected: Rows of the sources that were rejected.
  /// - Returns: Names of facts, and their texts.
  package func told(rejected: Int) -> [(name: String, text: String)] {
    let scope = summary.scope
    var told: [(name: String, text: String)] = []
    func tell(_ name: String, _ text: String?) {
      if let text { told.append((name, text)) }
    }
    func count(_ number: some BinaryInteger) -> String { TextCount.grouped(number) }
    let windows = report.rows.windows.map {
      "\($0.window.name) (\($0.from.iso) to \($0.to.iso)\($0.count > 0 ? "" : ", no rows"))"
    }
    let commission = Decimal6(micros: scope.commission.rateMicros).text(decimals: 6)
    let terms = scope.placeTermsName
    let each = question.topKey.map { " of each \($0)" } ?? ""
    tell("Grouped by", report.dimension.keys.joined(separator: " + "))
    tell("As of", "\(scope.asOf.iso): only races before this day count")
    tell("Windows", windows.joined(separator: ", "))
    let bases = scope.figures.betNames.joined(separator: ", ")
    tell("Price bases", "\(bases); never mixed in one figure")
    tell(
      "Denominators",
      "runs: starters; ROI: units staked on starters with a price at the basis; A/E: expected wins")
    tell("Expected wins", "by the method \(scope.figures.baseline.name)")
    tell("Filter", scope.filter?.text ?? "none")
    tell("Commission", "\(commission) of the net winnings in a market of the exchange")
    tell("Place terms", terms == "country" ? "each race's country" : terms)
    tell("Least runs", question.minRuns > 0 ? count(question.minRuns) : nil)
    tell("Rows shown", question.having.map { "with \($0.text)" })
    tell("Order", question.order?.description)
    tell("Top", question.top.map { count($0) + each })
    let totals = "each window ends with a row of all runners that count"
    tell("Totals", question.hasTotals ? totals : nil)
    tell("Aliases", scope.aliases.count > 0 ? count(scope.aliases.count) : nil)
    tell(
      "Races",
      "\(count(summary.races)) with \(count(summary.starters)) starters, "
        + "\(count(summary.nonRunners)) non-runners, \(count(summary.unresolved)) unresolved")
    tell("Rejected rows", count(rejected))
    return told
  }
}
