import BetSettlement
import Columns
import Racing
import SettledBets

extension SettleReport {
  /// The file of settled bets, a row per bet in the order of the input file.
  ///
  /// Columns of the input file follow, with the prefix `bet_` if their name is taken.
  public var table: CellTable {
    let others = file.otherColumns
    let header = Self.header + (file.isLog ? Self.logHeader : [])
    return CellTable(
      "settled", header: header + others.map { header.contains($0) ? "bet_" + $0 : $0 },
      rows: lines.map { line in
        Self.cells(line) + (file.isLog ? Self.logCells(line) : [])
          + others.map { .name(line.bet.row.text($0)) }
      })
  }

  // MARK: - Implementation

  private static let header = [
    "line", "day", "off_time", "course", "race_id", "race_no", "horse", "number", "rule_book",
    "kind", "price", "outcome", "position", "sp", "bsp", "state", "staked", "refunded",
    "returned", "profit", "commission", "net", "settled_price", "clv_sp", "clv_bsp", "reason",
    "explanation",
  ]

  /// The columns of a log's own results.
  private static let logHeader = [
    "logged_result", "logged_profit", "logged_returned", "logged_difference", "differs_from_log",
  ]

  private static func logCells(_ line: SettledLine) -> [CardCell] {
    let logged = line.bet.logged
    return [
      .name(logged?.word), .micros(logged?.profitMicros), .micros(logged?.returnedMicros),
      .micros(line.loggedDifference), .flag(line.differsFromLog),
    ]
  }

  private static func cells(_ line: SettledLine) -> [CardCell] {
    let (race, runner) = (line.race, line.selection)
    let matched: [CardCell] = [
      .number(line.bet.row.line), .text(line.day.iso), .instant(race?.off), .name(race?.course),
      .name(race?.id), .number(race?.number), .name(runner?.horse), .number(runner?.number),
    ]
    let bet: [CardCell] = [
      .text(line.bet.book?.rawValue), .name(line.bet.kind), price(line.bet.price),
      .text(runner?.outcome.name), .number(runner?.position), .micros(runner?.spMicros),
      .micros(runner?.bspMicros),
    ]
    let settled = line.settled
    let money: [CardCell] = [
      .text(line.state), .micros(settled?.stakedMicros), .micros(settled?.refundedMicros),
      .micros(settled?.returnedMicros), .micros(settled?.profitMicros),
      .micros(settled.map { _ in line.commissionMicros }), .micros(line.netMicros),
      .micros(settled?.oddsMicros), .micros(line.closingSP), .micros(line.closingBSP),
    ]
    return matched + bet + money + words(line)
  }

  private static func price(_ price: BetPrice?) -> CardCell {
    if case .taken(let odds) = price { return .micros(odds.odds.micros) }
    return .text(price?.name)
  }

  private static func words(_ line: SettledLine) -> [CardCell] {
    switch line.outcome {
    case .success(let settled): [.empty, .name(settled.explanation.joined(separator: " "))]
    case .failure(let gap): [.text(gap.kind.rawValue), .name(gap.detail)]
    }
  }
}
