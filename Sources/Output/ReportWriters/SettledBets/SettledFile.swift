import BetSettlement
import Columns
import Racing
import SettledBets

/// The file of settled bets, a row per bet in the order of the input file.
public struct SettledFile {
  private let report: SettleReport

  /// Takes the bets to write.
  public init(_ report: SettleReport) { self.report = report }

  /// The file's name without its extension.
  public static let name = "settled"

  /// The file's CSV: UTF-8, LF, RFC 4180; names are guarded against spreadsheets.
  public var csv: String { table.csv }

  /// The file's JSON: an array with one object per line, with the CSV's digits.
  public var json: String { table.json }

  // MARK: - Implementation

  private static let header = [
    "line", "day", "off_time", "course", "race_id", "race_no", "horse", "number", "rule_book",
    "kind", "price", "outcome", "position", "sp", "bsp", "state", "staked", "refunded",
    "returned", "profit", "commission", "net", "settled_price", "clv_sp", "clv_bsp", "reason",
    "explanation",
  ]

  /// The rows; columns of the input file follow, with the prefix `bet_` if their name is taken.
  private var table: CellTable {
    let others = report.file.otherColumns
    return CellTable(
      header: Self.header + others.map { Self.header.contains($0) ? "bet_" + $0 : $0 },
      rows: report.lines.map { line in
        cells(line) + others.map { .name(report.file.text($0, line.bet)) }
      })
  }

  private func cells(_ line: SettledLine) -> [CardCell] {
    let race = line.race
    let facts = line.facts
    let matched: [CardCell] = [
      .number(line.bet.line), .text(line.bet.race.day.iso), SettledCells.instant(race?.off),
      .name(race?.course), .name(race?.id), .number(race?.number),
      .name(line.selection?.horse), .number(line.selection?.number),
    ]
    let bet: [CardCell] = [
      .text(line.bet.book.rawValue), .text(line.bet.bet.kind.rawValue), price(line.bet.bet.price),
      .text(facts?.outcome.name), .number(facts?.position), SettledCells.micros(facts?.spMicros),
      SettledCells.micros(facts?.bspMicros),
    ]
    let settled = line.settled
    let money: [CardCell] = [
      .text(line.state), SettledCells.micros(settled?.stakedMicros),
      SettledCells.micros(settled?.refundedMicros), SettledCells.micros(settled?.returnedMicros),
      SettledCells.micros(settled?.profitMicros),
      SettledCells.micros(settled.map { _ in line.commissionMicros }),
      SettledCells.micros(line.netMicros), SettledCells.micros(settled?.oddsMicros),
      SettledCells.micros(line.closingSP), SettledCells.micros(line.closingBSP),
    ]
    return matched + bet + money + words(line)
  }

  private func price(_ price: BetPrice) -> CardCell {
    if case .taken(let odds) = price { return SettledCells.micros(odds.odds.micros) }
    return .text(price.name)
  }

  private func words(_ line: SettledLine) -> [CardCell] {
    switch line.outcome {
    case .success(let settled): [.empty, .name(settled.explanation.joined(separator: " "))]
    case .failure(let gap): [.text(gap.kind.rawValue), .name(gap.detail)]
    }
  }
}
