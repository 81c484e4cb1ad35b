import BettingFigures
import Columns
import Racing

extension BetFigures: FileFigures {
  /// The columns after keys and window.
  public static let figureNames = [
    "bets", "wins", "win_rate", "win_rate_low", "win_rate_high", "staked", "returned", "profit",
    "roi", "roi_low", "roi_high", "rtp", "rtp_low", "rtp_high", "longest_losing_run",
    "current_losing_run", "max_drawdown", "last_bet", "open", "indeterminate", "rejected",
    "incomplete",
  ]

  /// The cells of these columns.
  public var cells: [CardCell] {
    let counts: [ReportCell] = [
      .integer(bets), .integer(wins), .rate(winRate), .end(winRateInterval?.low),
      .end(winRateInterval?.high),
    ]
    let money = [stakedMicros, returnedMicros, profitMicros].map { ReportCell.amount($0) }
    let roi: [ReportCell] = [.rate(roi), .end(roiInterval?.low), .end(roiInterval?.high)]
    // The return to the player is the ROI plus the stake: one more, to the last digit.
    let returns = roi + roi.map { $0.adding(Decimal6.one) }
    let runs: [ReportCell] = [
      .integer(Int64(longestLosingRun)), .integer(Int64(currentLosingRun)),
      .amount(maxDrawdownMicros), lastBet.map { .text($0.iso) } ?? .empty,
    ]
    let uncounted = [openCount, indeterminateCount, rejectedCount, incompleteCount].map {
      ReportCell.integer(Int64($0))
    }
    return (counts + money + returns + runs + uncounted).map { .figure($0) }
  }
}

extension ReportCell {
  /// Adds units of the last decimal; an empty cell stays empty.
  fileprivate func adding(_ units: Int64) -> ReportCell {
    guard case .decimal(let scaled, let places) = self else { return self }
    return .decimal(scaled: scaled + units, places: places)
  }
}
