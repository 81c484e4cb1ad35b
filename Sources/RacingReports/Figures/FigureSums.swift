import Kernels
import Racing

/// One entity's exact sums in one window, not yet divided, as a row keeps them.
struct FigureSums: BitwiseCopyable, Equatable {
  /// One basis' sums; a cluster is what one race's bets come to.
  struct Bets: BitwiseCopyable, Equatable {
    /// Σ squared profit of a cluster.
    var profitSquares: Int128 = 0
    var count: Int64 = 0
    /// Σ profit, 10⁻⁶.
    var profit: Int64 = 0
    /// Σ profit · bets and Σ bets² of a cluster.
    var profitTimesBets: Int64 = 0
    var betSquares: Int64 = 0
  }

  var sp = Bets()
  var tote = Bets()
  var bsp = Bets()
  /// Losing runs, drawdown, recent form and the last day, in time order.
  var sequence = RunSequence()
  var runs: Int64 = 0
  var wins: Int64 = 0
  var places: Int64 = 0
  /// Σ normalised probability and Σ win share of starters with an sp, 10⁻⁹.
  var expectedWins: Int64 = 0
  var winShares: Int64 = 0
  /// Σ percentage of rivals beaten, 10⁻⁶, and the runs it is over.
  var prb: Int64 = 0
  var prbRuns: Int64 = 0
  /// Σ weight · prb of the last 365 days, the weight in two limbs, and Σ weight.
  var formLow: Int64 = 0
  var formHigh: Int64 = 0
  var formWeight: Int64 = 0

  /// Nothing yet.
  init() {}

  /// Σ weight · prb (10⁻¹⁵) and Σ weight (10⁻⁹) of the last 365 days.
  var form: (sum: Int128, weight: Int64) {
    (Int128(formLow) + Int128(formHigh) << Int128(RecentCell.limbBits), formWeight)
  }
}

extension FigureSums {
  /// Adds a band's runs, which lie before all those added so far.
  @inline(__always)
  mutating func addEarlier(_ band: BandCells.BandRuns) {
    let cell = band.cell.pointee
    let count = Int64(cell.runs)
    runs &+= count
    places &+= Int64(cell.places)
    expectedWins &+= cell.expectedWins
    prb &+= cell.prb
    prbRuns &+= count
    sp.addLosses(Int64(cell.counts[1]))
    tote.addLosses(Int64(cell.counts[2]))
    bsp.addLosses(Int64(cell.counts[3]))
    if let event = band.event {
      wins &+= Int64(event.pointee.wins)
      winShares &+= event.pointee.winShares
      sp.add(profit: event.pointee.spProfit, squares: event.pointee.spSquares)
      tote.add(profit: event.pointee.toteProfit, squares: event.pointee.toteSquares)
      bsp.add(profit: event.pointee.bspProfit, squares: event.pointee.bspSquares)
    }
    if let rare = band.rare {
      prbRuns &-= rare.pointee.unrated
      sp.add(rare.pointee.sp)
      tote.add(rare.pointee.tote)
      bsp.add(rare.pointee.bsp)
    }
    if let recent = band.recent {
      formLow &+= recent.pointee.low
      formHigh &+= recent.pointee.high
      formWeight &+= recent.pointee.weight
    }
    let own = band.sequence
    sequence = sequence.runCount == 0 ? own : RunSequence.combined(own, sequence)
  }
}

extension FigureSums.Bets {
  /// Adds as many plain losses, each alone in its race.
  @inline(__always)
  fileprivate mutating func addLosses(_ losses: Int64) {
    let loss = -Settlement.unitStakeMicros
    count &+= losses
    profit &+= losses &* loss
    profitTimesBets &+= losses &* loss
    betSquares &+= losses
    profitSquares &+= Int128(losses.multipliedFullWidth(by: loss &* loss))
  }

  /// Adds what bets bring beyond plain losses, each alone in its race.
  @inline(__always)
  fileprivate mutating func add(profit extra: Int64, squares: Int128) {
    profit &+= extra
    profitTimesBets &+= extra
    profitSquares &+= squares
  }

  /// Adds what races with several bets bring beyond that.
  @inline(__always)
  fileprivate mutating func add(_ clusters: RareCell.Clusters) {
    profitTimesBets &+= clusters.profitTimesBets
    betSquares &+= clusters.betSquares
  }
}

extension Int128 {
  fileprivate init(_ product: (high: Int64, low: UInt64)) {
    self = Int128(product.high) << 64 | Int128(product.low)
  }
}
