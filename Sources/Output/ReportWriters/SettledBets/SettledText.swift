import Columns
import Racing
import SettledBets

/// Settled bets, for reading on a terminal.
public enum SettledText {
  /// Returns the report's text: the totals of all bets, then the steps of each bet if there are
  /// few.
  ///
  /// - Parameter report: The report.
  /// - Returns: Lines.
  public static func text(_ report: SettleReport) -> String {
    guard !report.lines.isEmpty else { return "no bets\n" }
    let shown = report.lines.count <= Limits.listed ? report.lines.map(bet) : unsettled(report)
    return ([total(report.total)] + log(report) + shown).joined(separator: "\n\n") + "\n"
  }

  // MARK: - Implementation

  private static func total(_ totals: SettleTotals) -> String {
    let title =
      TextCount.text(totals.bets, of: "bet") + ": \(TextCount.grouped(totals.settled)) settled, "
      + "\(TextCount.grouped(totals.void)) void, \(TextCount.grouped(totals.unsettled)) unsettled"
    let money = [
      "staked \(amount(totals.stakedMicros))", "returned \(amount(totals.returnedMicros))",
      "commission \(amount(totals.commissionMicros))", "net \(amount(totals.netMicros))",
      "ROI \(percent(totals.roi))", "drawdown \(amount(totals.drawdownMicros))",
    ]
    return title + "\n" + money.joined(separator: ", ")
  }

  /// Returns the comparison with the log's own results, with the first that differ.
  private static func log(_ report: SettleReport) -> [String] {
    guard report.file.isLog else { return [] }
    let compared = report.lines.filter { $0.differsFromLog != nil }
    let others = compared.filter { $0.differsFromLog == true }
    let title =
      "the log's own results: \(TextCount.grouped(compared.count)) compared, "
      + "\(TextCount.grouped(others.count)) differ"
    let more = others.count - Limits.listed
    let lines =
      others.prefix(Limits.listed).map(difference)
      + (more > 0 ? ["… and \(TextCount.grouped(more)) more"] : [])
    return [([title] + lines).joined(separator: "\n")]
  }

  private static func difference(_ line: SettledLine) -> String {
    let logged = line.bet.logged
    let stated =
      logged?.profitMicros.map { "a profit of \(amount($0))" }
      ?? logged?.returnedMicros.map { "a return of \(amount($0))" }
      ?? DisplayWidth.printable(logged?.word ?? "")
    return "\(line.bet.row.line)  the log has \(stated); the rules give a profit of "
      + amount(line.netMicros ?? 0)
  }

  private static func bet(_ line: SettledLine) -> String {
    let place = "\(line.bet.row.line)  "
    switch line.outcome {
    case .failure(let gap): return place + "not settled, \(gap)"
    case .success(let settled):
      let lines = settled.explanation.map { DisplayWidth.printable($0) }
      let commission =
        line.commissionMicros > 0
        ? ["The commission of its market takes \(Decimal6(micros: line.commissionMicros))."] : []
      return place
        + (lines + commission).joined(separator: "\n" + String(repeating: " ", count: place.count))
    }
  }

  /// Returns the first bets that cannot be settled.
  private static func unsettled(_ report: SettleReport) -> [String] {
    let all = report.lines.filter { $0.settled == nil }
    guard !all.isEmpty else { return [] }
    let more = all.count - Limits.listed
    return [
      (all.prefix(Limits.listed).map(bet)
        + (more > 0 ? ["… and \(TextCount.grouped(more)) more; settled.csv has all"] : []))
        .joined(separator: "\n")
    ]
  }

  /// Returns an amount with two decimals.
  static func amount(_ micros: Int64) -> String {
    Decimal6(micros: micros).text(decimals: 2)
  }

  /// Returns a rate in percent with one decimal; `–` if it is undefined.
  static func percent(_ ratio: Ratio) -> String {
    guard let scaled = ratio.rounded(toDecimals: 3) else { return "–" }
    var bytes: [UInt8] = []
    DecimalText.append(scaled, scale: 1, decimals: 1, to: &bytes)
    return String(decoding: bytes, as: UTF8.self) + " %"
  }
}
