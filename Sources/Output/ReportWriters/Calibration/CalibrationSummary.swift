import Questions
import Calibration
import Columns
import Racing

/// `summary.json` of a calibration: the question, and counts of the races behind its numbers.
public enum CalibrationSummary {
  /// Returns the file's text.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - sources: The fate of each source's rows.
  ///   - version: The engine's version.
  /// - Returns: JSON, members in the contract's order.
  public static func text(
    _ report: CalibrationReport, sources: [SourceCounts], version: String
  ) -> String {
    let request = report.request
    var members: SummaryWriter.Members = [
      ("as_of", JSONText.string(report.asOf.iso)),
      ("windows", list(request.windows.map(\.name))),
      ("bases", list(request.bases.map(\.column))),
      ("baselines", list(report.baselineNames)),
      (
        "commission_rate",
        ReportCell.decimal(scaled: request.commission.rateMicros, places: 6).text!
      ),
      ("log_base", JSONText.string("e")),
    ]
    if let filter = request.filter { members.append(("where", JSONText.string(filter.text))) }
    members += SummaryWriter.facts(request.facts)
    if request.aliases.count > 0 { members.append(("aliases", "\(request.aliases.count)")) }
    let coverage = report.coverage.map { text($0, report.baselineNames) }
    members.append(("prices", "{\(coverage.joined(separator: ","))}"))
    let rows = report.tables.map { JSONText.string($0.grouping.name) + ":\($0.rows.count)" }
    members.append(("rows", "{\(rows.joined(separator: ","))}"))
    return SummaryWriter.document(members, sources: sources, version: version)
  }

  // MARK: - Implementation

  private static func list(_ names: [String]) -> String {
    "[" + names.map(JSONText.string).joined(separator: ",") + "]"
  }

  private static func text(_ coverage: CalibrationCoverage, _ baselines: [String]) -> String {
    let excess = zip(baselines, coverage.largestExcess).map {
      JSONText.string($0) + ":" + ReportCell.decimal(scaled: $1, places: 9).text!
    }
    return "\n" + JSONText.string(coverage.basis.column)
      + ":{\"races\":\(coverage.races),\"runs\":\(coverage.runs),"
      + "\"left_out\":{\"one_starter\":\(coverage.oneStarter),\"no_winner\":\(coverage.noWinner),"
      + "\"missing_price\":\(coverage.missingPrice)},"
      + "\"largest_sum_error\":{\(excess.joined(separator: ","))}}"
  }
}
