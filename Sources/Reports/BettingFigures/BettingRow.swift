import Columns
import Kernels
import Racing

/// The returns of bets of one kind, economy and currency in a window.
public struct BettingRow: Sendable {
  /// The values of the grouping's keys; nil if unknown.
  public let keys: [String?]
  /// The window.
  public let window: DayWindow
  let sums: BetSums
  let isPaidInKind: Bool

  /// Accepted bets with known stake and payout.
  public var bets: Int64 { sums.bets }
  /// Bets with a payout, even one below the stake.
  public var wins: Int64 { sums.wins }
  /// `wins / bets`.
  public var winRate: Ratio { Rate.strikeRate.of([.wins: wins, .runs: bets]) }
  /// The 95 % Wilson interval of the win rate; nil without bets.
  public var winRateInterval: Interval? { Wilson.interval(wins: wins, runs: bets) }
  /// The stakes, 10⁻⁶; for credit bets in credits; nil without bets.
  public var stakedMicros: Int64? { bets > 0 ? sums.stakedMicros : nil }
  /// The payouts, 10⁻⁶; nil without bets.
  public var returnedMicros: Int64? { bets > 0 ? sums.returnedMicros : nil }
  /// `returned − staked`, 10⁻⁶; nil without bets, and for credit bets, whose stake is not money.
  public var profitMicros: Int64? { hasProfit ? sums.stakes.profit : nil }
  /// `profit / staked`; nil without a stake, and for credit bets.
  public var roi: Ratio? {
    hasROI ? Rate.roi.of([.profit: sums.stakes.profit, .turnover: sums.stakes.stake]) : nil
  }
  /// The 95 % interval of the ROI, with bets as the independent units; nil without an ROI.
  public var roiInterval: Interval? {
    hasROI ? ClusteredInterval.interval(stakes: sums.stakes) : nil
  }
  /// The longest run of consecutive bets without a payout.
  public var longestLosingRun: Int { sums.sequence.longestLosingRun }
  /// The current run of consecutive bets without a payout, up to the newest bet.
  public var currentLosingRun: Int { sums.sequence.currentLosingRun }
  /// The largest fall of the cumulative profit, 10⁻⁶; nil without a profit.
  public var maxDrawdownMicros: Int64? { hasProfit ? sums.sequence.maxDrawdown : nil }
  /// The day in UTC of the newest bet; nil without bets.
  public var lastBet: Day? { sums.sequence.lastDay.map { Day($0) } }

  /// Bets known only to have been about to be sent.
  public var openCount: Int { sums.uncounted[.open] ?? 0 }
  /// Bets that were sent, with an unknown outcome.
  public var indeterminateCount: Int { sums.uncounted[.indeterminate] ?? 0 }
  /// Bets that were refused or never arrived.
  public var rejectedCount: Int { sums.uncounted[.rejected] ?? 0 }
  /// Accepted bets with an unknown stake or payout.
  public var incompleteCount: Int { sums.uncounted[.ok] ?? 0 }

  // MARK: - Implementation

  private var hasProfit: Bool { isPaidInKind && bets > 0 }
  private var hasROI: Bool {
    let stake = Int128(sums.stakes.stake)
    return stake > 0 && Int128(sums.stakes.profit) <= stake * Limits.returnMultiple
  }
}
