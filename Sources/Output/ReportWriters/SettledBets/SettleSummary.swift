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
    let gaps = report.lines.compactMap { $0.gap?.kind }
    let counts = SettlementGap.Kind.allCases.compactMap { kind -> String? in
      let count = gaps.count { $0 == kind }
      return count > 0 ? JSONText.string(kind.rawValue) + ":\(count)" : nil
    }
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
}
