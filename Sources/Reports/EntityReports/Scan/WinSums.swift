import Kernels
import Racing

/// The surplus of a cell's runs over plain losses: wins and dividends.
///
/// Two cache lines. A plain loss is a profit of −10⁶ on one bet, the only one on its race; the sums
/// here are those of the bets minus those of as many plain losses.
struct WinSums: BitwiseCopyable, Sendable {
  private(set) var wins: UInt32 = 0
  /// One more than the index of its sums of shared races; 0 for none.
  var shared: UInt32 = 0
  // Runs and bets at sp that the sequence covers: up to the last win.
  private var runs: UInt32 = 0
  private var bets: UInt32 = 0
  private var longest: UInt32 = 0
  private var leading: UInt32 = 0
  /// Σ win share of winners with an sp, 10⁻⁹.
  private(set) var winShares: Int64 = 0
  // The cumulative profit at sp after the last win, and its extremes up to there.
  private var profit: Int64 = 0
  private var peak: Int64 = 0
  private var trough: Int64 = 0
  private var fall: Int64 = 0
  var toteProfit: Int64 = 0
  var bspProfit: Int64 = 0
  /// Σ squared profit of a race.
  var spSquares: Int128 = 0
  var toteSquares: Int128 = 0
  var bspSquares: Int128 = 0

  /// Only winners return anything other than a loss at sp.
  var spProfit: Int64 { profit + Settlement.turnoverMicros(bets: Int64(bets)) }

  /// Adds the surplus of a starter over a plain loss.
  ///
  /// - Parameters:
  ///   - chunk: Its chunk.
  ///   - starter: The starter.
  ///   - cell: The runs before it.
  ///   - commission: The commission on bets at the exchange.
  @inline(__always)
  mutating func add(
    _ chunk: borrowing StarterChunk, _ starter: Int, after cell: UnsafePointer<EntityCell>,
    _ commission: Commission
  ) {
    let flags = chunk.flags[starter]
    if flags & StarterFlags.won != 0 {
      let isPriced = flags & StarterFlags.sp != 0
      addWin(
        runsBefore: cell.pointee.runs, betsBefore: cell.pointee.counts[1],
        profit: isPriced ? chunk.profit(starter, at: .sp) : nil)
      if chunk.isExpected(starter) {
        winShares += Settlement.winShareNanos(
          isFirst: true, tiedForFirst: max(1, Int(chunk.tied[starter])))
      }
    }
    if flags & StarterFlags.tote != 0 {
      let own = chunk.profit(starter, at: .tote)
      toteProfit += own + Settlement.unitStakeMicros
      toteSquares += Self.squareBeyondLoss(own)
    }
    if flags & StarterFlags.bsp != 0 {
      let gross = chunk.profit(starter, at: .bsp)
      let own = gross - commission.commissionMicros(onMarketNet: gross)
      bspProfit += own + Settlement.unitStakeMicros
      bspSquares += Self.squareBeyondLoss(own)
    }
  }

  /// Adds a win to the sequence.
  ///
  /// - Parameters:
  ///   - runsBefore: The cell's runs before it.
  ///   - betsBefore: The cell's bets at sp before it.
  ///   - own: Its profit at sp; nil without a price.
  private mutating func addWin(runsBefore: UInt32, betsBefore: UInt32, profit own: Int64?) {
    // Each win but the first follows another, so `wins` is 0 only for the first.
    if wins == 0 { leading = runsBefore }
    wins += 1
    longest = max(longest, runsBefore - runs)
    runs = runsBefore + 1
    lose(betsBefore - bets)
    bets = betsBefore
    guard let own else { return }
    bets += 1
    profit += own
    peak = max(peak, profit)
    trough = min(trough, profit)
    fall = max(fall, peak - profit)
    spSquares += Self.squareBeyondLoss(own)
  }

  /// Adds the events of a later stretch.
  ///
  /// - Parameters:
  ///   - later: The later stretch's events; the caller adds the sums that their indices refer to.
  ///   - cell: The cell of this stretch, whose runs are all earlier.
  mutating func append(_ later: WinSums, after cell: EntityCell) {
    if later.wins > 0 { appendWins(later, after: cell) }
    winShares += later.winShares
    toteProfit += later.toteProfit
    bspProfit += later.bspProfit
    spSquares += later.spSquares
    toteSquares += later.toteSquares
    bspSquares += later.bspSquares
  }

  /// Continues with a later sequence, as `RunSequence.combined` does.
  private mutating func appendWins(_ later: WinSums, after cell: EntityCell) {
    // All runs after the last win of the stretch were lost.
    lose(cell.counts[1] - bets)
    longest = max(longest, later.longest, cell.runs - runs + later.leading)
    if wins == 0 { leading = cell.runs + later.leading }
    fall = max(fall, later.fall, peak - (profit + later.trough))
    peak = max(peak, profit + later.peak)
    trough = min(trough, profit + later.trough)
    profit += later.profit
    wins += later.wins
    runs = cell.runs + later.runs
    bets = cell.counts[1] + later.bets
  }

  /// Returns a bet's squared profit minus that of a loss.
  private static func squareBeyondLoss(_ profit: Int64) -> Int128 {
    let loss = Settlement.unitStakeMicros
    return Int128(profit) * Int128(profit) - Int128(loss * loss)
  }

  /// Returns the sequence of a cell's runs.
  static func sequence(_ cell: EntityCell, _ event: UnsafePointer<WinSums>?) -> RunSequence {
    // Safety: the caller holds the cells that contain the event.
    var last = event?.pointee ?? WinSums()
    let current = cell.runs - last.runs
    last.lose(cell.counts[1] - last.bets)
    return RunSequence(
      profits: .init(
        profit: last.profit, peak: last.peak, trough: last.trough, fall: last.fall,
        pricedRuns: Int32(cell.counts[1])),
      losses: .init(
        runs: Int32(cell.runs), longest: Int32(max(last.longest, current)),
        current: Int32(current), leading: Int32(last.wins > 0 ? last.leading : cell.runs)),
      form: cell.form, day: cell.day)
  }

  /// Follows the profit through losses, where only the last can be an extreme.
  private mutating func lose(_ count: UInt32) {
    profit -= Settlement.turnoverMicros(bets: Int64(count))
    trough = min(trough, profit)
    fall = max(fall, peak - profit)
  }
}

/// Sums of a cell's few races in which the entity had several bets, no rival, or unknown places.
package struct SharedRaceSums: BitwiseCopyable, Sendable {
  /// Per basis, the surplus over a single bet in each race.
  package struct Clusters: BitwiseCopyable, Equatable {
    /// Σ profit · bets − Σ profit, and Σ bets² − Σ bets.
    var profitTimesBets: Int64 = 0
    var betSquares: Int64 = 0
  }

  /// Runs in races with one starter, or with losers of unknown position; they have no prb.
  var unrated: Int64 = 0
  /// Runs in races with unknown places.
  var unplaceable: Int64 = 0
  var sp = Clusters()
  var tote = Clusters()
  var bsp = Clusters()

  /// Adds a run without a percentage of rivals beaten.
  mutating func addUnrated(_ flags: UInt8) {
    unrated += 1
    unplaceable += flags & StarterFlags.unplaceable == 0 ? 0 : 1
  }

  /// Adds the sums of another stretch.
  mutating func add(_ other: SharedRaceSums) {
    unrated += other.unrated
    unplaceable += other.unplaceable
    sp.add(other.sp)
    tote.add(other.tote)
    bsp.add(other.bsp)
  }
}

extension SharedRaceSums.Clusters {
  mutating func add(_ other: Self) {
    profitTimesBets += other.profitTimesBets
    betSquares += other.betSquares
  }
}
