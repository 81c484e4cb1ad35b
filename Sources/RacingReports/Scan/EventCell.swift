import Kernels
import Racing

/// What a cell's runs come to beyond plain losses: wins, dividends, races with several runners.
struct EventCell: BitwiseCopyable {
  var wins: Int64 = 0
  /// Σ win share of winners with an sp, 10⁻⁹.
  var winShares: Int64 = 0
  /// Runs in races with one starter, which have no prb.
  var unrated: Int64 = 0
  var sp = ExtraSums()
  var tote = ExtraSums()
  var bsp = ExtraSums()

  // The cumulative profit at sp after the last win, and the extremes up to there.
  private var profit: Int64 = 0
  private var peak: Int64 = 0
  private var trough: Int64 = 0
  private var fall: Int64 = 0
  /// Runs and bets at sp that the figures here cover: up to the last win.
  private var runs: UInt32 = 0
  private var bets: UInt32 = 0
  private var longest: UInt32 = 0
  private var leading: UInt32 = 0

  /// Adds a win to the sequence.
  ///
  /// - Parameters:
  ///   - runsBefore: The cell's runs before it.
  ///   - betsBefore: The cell's bets at sp before it.
  ///   - own: Its profit at sp; nil without a price.
  mutating func addWin(runsBefore: UInt32, betsBefore: UInt32, profit own: Int64?) {
    let lost = runsBefore - runs
    // Each win but the first follows another, so `wins` still tells whether this one does.
    if wins == 0 { leading = runsBefore }
    longest = max(longest, lost)
    runs = runsBefore + 1
    lose(betsBefore - bets)
    bets = betsBefore
    guard let own else { return }
    bets += 1
    profit += own
    peak = max(peak, profit)
    trough = min(trough, profit)
    fall = max(fall, peak - profit)
  }

  /// The sequence of a cell's runs.
  static func sequence(_ cell: EntityCell, _ event: EventCell?) -> RunSequence {
    var last = event ?? EventCell()
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

  /// Follows the profit through losses, of which only the last can be an extreme.
  private mutating func lose(_ count: UInt32) {
    profit -= Int64(count) * Settlement.unitStakeMicros
    trough = min(trough, profit)
    fall = max(fall, peak - profit)
  }
}

/// One basis' sums over clusters, less what as many single plain losses would have added.
struct ExtraSums: BitwiseCopyable {
  var profit: Int64 = 0
  var profitTimesBets: Int64 = 0
  var betSquares: Int64 = 0
  var profitSquares: Int128 = 0

  /// A plain loss: a profit of −10⁶ on one bet.
  static let loss = -Settlement.unitStakeMicros

  /// Puts a single bet's profit in place of a loss.
  mutating func replaceLoss(by own: Int64) {
    add(profit: own, bets: 1)
    subtract(profit: Self.loss)
  }

  /// Adds a cluster.
  mutating func add(profit own: Int64, bets: Int64) {
    profit += own
    profitTimesBets += own * bets
    betSquares += bets * bets
    profitSquares += Int128(own) * Int128(own)
  }

  /// Takes a cluster of one bet away.
  mutating func subtract(profit own: Int64) {
    profit -= own
    profitTimesBets -= own
    betSquares -= 1
    profitSquares -= Int128(own) * Int128(own)
  }
}

extension ExtraSums {
  /// Adds other sums.
  mutating func merge(_ other: ExtraSums) {
    profit += other.profit
    profitTimesBets += other.profitTimesBets
    betSquares += other.betSquares
    profitSquares += other.profitSquares
  }
}
