import Columns
import Racing
import SettledBets

extension SettleTotals: FileFigures {
  /// The beginning of the names of totals.
  public static let namePrefix = "totals-"
  /// Totals are of all bets, without windows.
  public static let hasWindows = false
  /// The columns after the keys.
  public static let figureNames = [
    "bets", "settled", "void", "unsettled", "winners", "staked", "returned", "profit",
    "commission", "net", "roi", "max_drawdown", "longest_losing_run", "clv_sp_bets", "clv_sp",
    "clv_bsp_bets", "clv_bsp", "lowest_point",
  ]

  /// The cells of these columns.
  public var cells: [CardCell] {
    let counts = [bets, settled, void, unsettled, winners].map { CardCell.number($0) }
    let money = [stakedMicros, returnedMicros, profitMicros, commissionMicros, netMicros].map {
      CardCell.micros($0)
    }
    return counts + money + [.rate(roi), .micros(drawdownMicros), .number(longestLosingRun)]
      + Self.mean(closingSP) + Self.mean(closingBSP) + [.micros(lowestMicros)]
  }

  // MARK: - Implementation

  /// Returns the count and the mean of closing-line values.
  private static func mean(_ sums: (bets: Int, sum: Int64)) -> [CardCell] {
    let ratio = Ratio(Int128(sums.sum), over: Int128(sums.bets) * Int128(Decimal6.one))
    return [.number(sums.bets), .rate(ratio)]
  }
}
