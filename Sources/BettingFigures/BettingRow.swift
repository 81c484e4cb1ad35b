import Columns
import Kernels
import Racing

/// The returns of bets of one kind, economy and currency in a window.
public struct BettingRow: Sendable {
  /// The values of the grouping's keys; nil where nothing tells one.
  public let keys: [String?]
  /// The window.
  public let window: DayWindow
  let sums: BetSums
  let isPaidInKind: Bool

  /// Returns of more than this many times the stakes have no ROI: it would not fit, and no game pays it.
  private static let largestMultiple: Int128 = 1_000_000_000_000

  /// Bets that the service has taken and whose stake and payout are known.
  public var bets: Int64 { sums.bets }
  /// Those that paid something, be it less than the stake.
  public var wins: Int64 { sums.wins }
  /// `wins / bets`.
  public var winRate: Ratio { .strikeRate(wins: wins, runs: bets) }
  /// The 95 % Wilson interval of the win rate; nil without bets.
  public var winRateInterval: Interval? { Wilson.interval(wins: wins, runs: bets) }
  /// The stakes, 10⁻⁶, of credit bets in credits; nil without bets.
  public var stakedMicros: Int64? { bets > 0 ? sums.stakedMicros : nil }
  /// The payouts, 10⁻⁶; nil without bets.
  public var returnedMicros: Int64? { bets > 0 ? sums.returnedMicros : nil }
  /// `returned − staked`, 10⁻⁶; nil without bets, and of credit bets, whose stake is no money.
  public var profitMicros: Int64? { hasProfit ? sums.stakes.profit : nil }
  /// `profit / staked`; nil without a stake, and of credit bets.
  public var roi: Ratio? {
    hasROI
      ? .roi(profitMicros: sums.stakes.profit, turnoverMicros: sums.stakes.stake) : nil
  }
  /// The 95 % interval of the ROI, the bet being the unit of chance; nil where there is no ROI.
  public var roiInterval: Interval? {
    hasROI ? ClusteredInterval.interval(stakes: sums.stakes) : nil
  }
  /// The most consecutive bets that paid nothing.
  public var longestLosingRun: Int { sums.sequence.longestLosingRun }
  /// Consecutive bets that paid nothing up to the newest.
  public var currentLosingRun: Int { sums.sequence.currentLosingRun }
  /// The largest fall of the cumulative profit, 10⁻⁶; nil where there is no profit.
  public var maxDrawdownMicros: Int64? { hasProfit ? sums.sequence.maxDrawdown : nil }
  /// The day in UTC of the newest bet; nil without bets.
  public var lastBet: Day? { sums.sequence.lastDay.map { Day($0) } }

  /// Bets of which it is known only that they were about to leave.
  public var openCount: Int { sums.uncounted[.open] ?? 0 }
  /// Bets that left, and of which no answer told what became of them.
  public var indeterminateCount: Int { sums.uncounted[.indeterminate] ?? 0 }
  /// Bets that were refused, or never arrived.
  public var rejectedCount: Int { sums.uncounted[.rejected] ?? 0 }
  /// Bets that were taken, but of which stake or payout is not known.
  public var incompleteCount: Int { sums.uncounted[.ok] ?? 0 }

  // MARK: - Implementation

  private var hasProfit: Bool { isPaidInKind && bets > 0 }
  private var hasROI: Bool {
    let stake = Int128(sums.stakes.stake)
    return stake > 0 && Int128(sums.stakes.profit) <= stake * Self.largestMultiple
  }
}
