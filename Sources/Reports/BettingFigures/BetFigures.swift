import Columns
import Kernels
import Racing
import StoreTables

/// The returns of bets of one kind, economy and currency.
public struct BetFigures: GroupFigures {
  /// Accepted bets with known stake and payout.
  public private(set) var bets: Int64 = 0
  /// Bets with a payout, even one below the stake.
  public private(set) var wins: Int64 = 0
  /// Whether stake and payout are in the same money, so that a profit exists.
  private let isPaidInKind: Bool
  private var staked: Int64 = 0
  private var returned: Int64 = 0
  /// Profits and stakes, if both are in the same money.
  private var stakes = StakeSums()
  private var sequence = RunSequence()
  /// Bets left out of the sums, by state.
  private var uncounted: [BetStanding: Int] = [:]

  /// Creates figures without bets.
  init(isPaidInKind: Bool) { self.isPaidInKind = isPaidInKind }

  /// Adds up bets of one kind, at least one, in order of time.
  init(_ bets: [StoredBet]) {
    self.init(isPaidInKind: bets[0].isPaidInKind)
    for bet in bets { add(bet) }
  }

  /// Adds a bet that is later than all added before.
  mutating func add(_ bet: StoredBet) {
    guard bet.standing == .ok, let wager = bet.wager, let payout = bet.payout else {
      uncounted[bet.standing, default: 0] += 1
      return
    }
    let isWon = payout > 0
    bets += 1
    wins += isWon ? 1 : 0
    staked += wager
    returned += payout
    let profit = bet.isPaidInKind ? payout - wager : nil
    if let profit { stakes.add(profit: profit, stake: wager) }
    // Bets have no form, so its character is never shown.
    sequence.append(
      RunSequence.Run(day: bet.day.number, won: isWon, profit: profit, form: 0))
  }

  /// The accepted bets, by which rows are ordered.
  public var memberCount: Int { Int(bets) }
  /// `wins / bets`.
  public var winRate: Ratio { Rate.strikeRate.of([.wins: wins, .runs: bets]) }
  /// The 95 % Wilson interval of the win rate; nil without bets.
  public var winRateInterval: Interval? { Wilson.interval(wins: wins, runs: bets) }
  /// The stakes, 10⁻⁶; for credit bets in credits; nil without bets.
  public var stakedMicros: Int64? { bets > 0 ? staked : nil }
  /// The payouts, 10⁻⁶; nil without bets.
  public var returnedMicros: Int64? { bets > 0 ? returned : nil }
  /// `returned − staked`, 10⁻⁶; nil without bets, and for credit bets, whose stake is not money.
  public var profitMicros: Int64? { hasProfit ? stakes.profit : nil }
  /// `profit / staked`; nil without a stake, and for credit bets.
  public var roi: Ratio? {
    hasROI ? Rate.roi.of([.profit: stakes.profit, .turnover: stakes.stake]) : nil
  }
  /// The 95 % interval of the ROI, with bets as the independent units; nil without an ROI.
  public var roiInterval: Interval? {
    hasROI ? ClusteredInterval.interval(stakes: stakes) : nil
  }
  /// The longest run of consecutive bets without a payout.
  public var longestLosingRun: Int { sequence.longestLosingRun }
  /// The current run of consecutive bets without a payout, up to the newest bet.
  public var currentLosingRun: Int { sequence.currentLosingRun }
  /// The largest fall of the cumulative profit, 10⁻⁶; nil without a profit.
  public var maxDrawdownMicros: Int64? { hasProfit ? sequence.maxDrawdown : nil }
  /// The day in UTC of the newest bet; nil without bets.
  public var lastBet: Day? { sequence.lastDay.map { Day($0) } }

  /// Bets known only to have been about to be sent.
  public var openCount: Int { uncounted[.open] ?? 0 }
  /// Bets that were sent, with an unknown outcome.
  public var indeterminateCount: Int { uncounted[.indeterminate] ?? 0 }
  /// Bets that were refused or never arrived.
  public var rejectedCount: Int { uncounted[.rejected] ?? 0 }
  /// Accepted bets with an unknown stake or payout.
  public var incompleteCount: Int { uncounted[.ok] ?? 0 }

  // MARK: - Implementation

  private var hasProfit: Bool { isPaidInKind && bets > 0 }
  private var hasROI: Bool {
    let stake = Int128(stakes.stake)
    return stake > 0 && Int128(stakes.profit) <= stake * Limits.returnMultiple
  }
}
