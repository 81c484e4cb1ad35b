import Columns
import Racing
import SettledBets

/// The file of a grouping of settled bets.
public struct SettleTotalsFile {
  private let group: SettleGroup

  /// Takes the rows to write.
  public init(_ group: SettleGroup) { self.group = group }

  /// The file's name without its extension.
  public var name: String { group.key.fileName }

  /// The file's CSV: UTF-8, LF, RFC 4180; names are guarded against spreadsheets.
  public var csv: String { table.csv }

  /// The file's JSON: an array with one object per line, with the CSV's digits.
  public var json: String { table.json }

  /// The columns after the keys.
  static let figureNames = [
    "bets", "settled", "void", "unsettled", "winners", "staked", "returned", "profit",
    "commission", "net", "roi", "max_drawdown", "longest_losing_run", "clv_sp_bets", "clv_sp",
    "clv_bsp_bets", "clv_bsp",
  ]

  /// Returns the figures of totals, in the order of ``figureNames``.
  static func figures(_ totals: SettleTotals) -> [CardCell] {
    let counts = [
      totals.bets, totals.settled, totals.void, totals.unsettled, totals.winners,
    ]
    let money = [
      totals.stakedMicros, totals.returnedMicros, totals.profitMicros, totals.commissionMicros,
      totals.netMicros,
    ]
    return counts.map { .number($0) } + money.map { SettledCells.micros($0) }
      + [
        SettledCells.rate(totals.roi), SettledCells.micros(totals.drawdownMicros),
        .number(totals.longestLosingRun),
      ] + mean(totals.closingSP) + mean(totals.closingBSP)
  }

  // MARK: - Implementation

  private var table: CellTable {
    CellTable(
      header: group.key.names + Self.figureNames,
      rows: group.rows.map { row in
        row.keys.map { .name($0) } + Self.figures(row.totals)
      })
  }

  /// Returns the count and the mean of closing-line values.
  private static func mean(_ sums: (bets: Int, sum: Int64)) -> [CardCell] {
    let ratio = Ratio(Int128(sums.sum), over: Int128(sums.bets) * Int128(Decimal6.one))
    return [.number(sums.bets), SettledCells.rate(ratio)]
  }
}
