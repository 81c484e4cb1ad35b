import BetSettlement
import Columns
import Racing
import SettledBets

/// `summary.json` of settled bets: the totals of all bets, and the counts behind them.
public enum SettleSummary {
  /// Returns the file's text.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - version: The engine's version.
  /// - Returns: JSON.
  public static func text(_ report: SettleReport, version: String) -> String {
    let figures = zip(SettleTotals.figureNames, report.total.cells)
    var members = figures.map { ($0, $1.json) }
    let counts = gaps(of: report).map { JSONText.string($0.kind.rawValue) + ":\($0.count)" }
    members += [
      ("reasons", "{\(counts.joined(separator: ","))}"),
      ("lost_withdrawals", "\(report.lostWithdrawals.count)"),
      ("place_terms_version", "\(PlaceTable.version)"),
      ("rule_books_version", "\(RuleBook.version)"),
      ("engine_version", JSONText.string(version)),
    ]
    if report.file.isLog {
      members += [
        ("left_out_rows", "\(report.file.leftOut.count)"),
        ("compared_with_log", "\(report.lines.count { $0.differsFromLog != nil })"),
        ("differ_from_log", "\(report.lines.count { $0.differsFromLog == true })"),
      ]
    }
    let lines = members.map { JSONText.string($0.0) + ": " + $0.1 }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  /// Returns the numbers of bets and of unsettled ones, with their reasons: `3 bets, 2 unsettled (2
  /// price_unknown)`.
  ///
  /// - Parameter report: The report.
  /// - Returns: A part of a sentence.
  package static func counts(_ report: SettleReport) -> String {
    let reasons = gaps(of: report).map { "\(TextCount.grouped($0.count)) \($0.kind.rawValue)" }
    return "\(TextCount.text(report.lines.count, of: "bet")), "
      + "\(TextCount.grouped(report.total.unsettled)) unsettled"
      + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))")
  }

  /// Counts unsettled bets by reason, in the order of the reasons.
  private static func gaps(
    of report: SettleReport
  ) -> [(kind: SettlementGap.Kind, count: Int)] {
    let gaps = report.lines.compactMap { $0.gap?.kind }
    return SettlementGap.Kind.allCases.compactMap { kind in
      let count = gaps.count { $0 == kind }
      return count > 0 ? (kind: kind, count: count) : nil
    }
  }
}
