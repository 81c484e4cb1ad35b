import BetSettlement
import Columns
import Racing
import SettledBets

/// Bets on qualifiers for reading on a terminal.
public enum QualifierBetsText {
  /// Returns the sums of each angle, then a line per bet.
  ///
  /// - Parameters:
  ///   - report: The settled bets, with totals by angle.
  ///   - angles: The names of the angles.
  ///   - title: The days and the bet.
  /// - Returns: Lines; unknown figures are `–`.
  public static func text(_ report: SettleReport, of angles: [String], title: String) -> String {
    var sums = TextTable(
      header: [
        "angle", "bets", "void", "unsettled", "won", "staked", "returned", "net", "ROI",
        "losing run", "lowest", "drawdown",
      ], sides: [.left] + Array(repeating: .right, count: 11))
    sums.rows = angles.map { name in
      let own = report.groups.first?.rows.first { $0.keys == [name] }?.figures
      return [DisplayWidth.printable(name, limit: 40)] + cells(own)
    }
    if angles.count > 1 { sums.rows.append(["all"] + cells(report.total)) }
    let blocks = angles.map { bets(report, $0).joined(separator: "\n") }
    return ([title, sums.lines.joined(separator: "\n")] + blocks).joined(separator: "\n\n") + "\n"
  }

  // MARK: - Implementation

  private static func cells(_ totals: SettleTotals?) -> [String] {
    guard let totals else { return ["0"] + Array(repeating: "–", count: 10) }
    let counts = [totals.bets, totals.void, totals.unsettled, totals.winners].map { "\($0)" }
    let amounts = [totals.stakedMicros, totals.returnedMicros, totals.netMicros]
    let ends = [totals.lowestMicros, totals.drawdownMicros]
    let rates = [SettledText.percent(totals.roi), "\(totals.longestLosingRun)"]
    return counts + amounts.map(SettledText.amount) + rates + ends.map(SettledText.amount)
  }

  private static func bets(_ report: SettleReport, _ angle: String) -> [String] {
    let lines = report.lines(of: angle)
    let title =
      DisplayWidth.printable(angle, limit: 40) + " · "
      + (lines.isEmpty ? "no bet" : TextCount.text(lines.count, of: "bet"))
    guard !lines.isEmpty else { return [title] }
    var table = TextTable(
      header: [
        "day", "off", "course", "horse", "price", "result", "staked", "returned", "net", "total",
      ],
      sides: [.left, .left, .left, .left] + Array(repeating: .right, count: 6))
    table.rows = lines.map(row)
    return [title] + table.lines
  }

  private static func row(_ line: SettledLine) -> [String] {
    let (race, settled) = (line.race, line.settled)
    let runner: [String] = [
      line.day.iso, OffTimeText.clock(race?.off, orNumber: race?.number, country: race?.country),
      race?.course ?? "–", line.selection?.name ?? line.bet.row.selection ?? "–",
    ]
    let amounts = [
      settled?.stakedMicros, settled?.returnedMicros, line.netMicros, line.runningMicros,
    ]
    let odds = settled?.oddsMicros.map(SettledText.amount) ?? "–"
    return runner + [odds, result(line)] + amounts.map { $0.map(SettledText.amount) ?? "–" }
  }

  /// The position, or the way in which the race ended; of an unsettled bet what is missing.
  private static func result(_ line: SettledLine) -> String {
    if let gap = line.gap { return gap.kind.rawValue }
    return line.selection?.position.map { "\($0)" } ?? line.selection?.outcome.name ?? "–"
  }
}
