import BetSettlement
import Columns
import Racing
import SettledBets

extension SettleReport {
  /// Returns the file of bets on qualifiers: a row per bet, by angle and in the order of time.
  ///
  /// - Parameter angles: The names of the angles, which are the accounts of the bets.
  /// - Returns: The file.
  public func qualifierTable(of angles: [String]) -> CellTable {
    CellTable(
      "bets", header: Self.qualifierHeader,
      rows: angles.flatMap { lines(of: $0).map(Self.qualifierCells) })
  }

  // MARK: - Implementation

  private static let qualifierHeader = [
    "angle", "day", "off_time", "course", "race_id", "race_no", "horse", "number", "kind",
    "price", "outcome", "position", "state", "settled_price", "staked", "returned", "profit",
    "commission", "net", "running_total", "reason",
  ]

  private static func qualifierCells(_ line: SettledLine) -> [CardCell] {
    let (race, runner, settled) = (line.race, line.selection, line.settled)
    let raceCells: [CardCell] = [
      .name(line.bet.account), .text(line.day.iso), .instant(race?.off), .name(race?.course),
      .name(race?.id ?? line.bet.row.raceID), .number(race?.number),
      .name(runner?.horse ?? line.bet.row.selection), .number(runner?.number),
    ]
    let bet: [CardCell] = [
      .name(line.bet.kind), .text(line.bet.price?.name), .text(runner?.outcome.name),
      .number(runner?.position), .text(line.state), .micros(settled?.oddsMicros),
    ]
    let money: [CardCell] = [
      .micros(settled?.stakedMicros), .micros(settled?.returnedMicros),
      .micros(settled?.profitMicros), .micros(settled.map { _ in line.commissionMicros }),
      .micros(line.netMicros), .micros(line.runningMicros),
    ]
    return raceCells + bet + money + [.text(line.gap?.kind.rawValue)]
  }
}
