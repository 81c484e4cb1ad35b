import Columns
import Kernels
import Questions
import Racing

/// One entity's exact sums in one window, not yet divided.
///
/// ``columns``, ``BetSums`` and `RunSequence` declare each sum once. The code that combines sums,
/// multiplies them by windows, prints them or writes their SQL reads these declarations. A scan
/// adds starters to an ``EntityCell``, which keeps the same sums in less memory.
package struct FigureSums: BitwiseCopyable, Equatable, Sendable {
  package var sp = BetSums()
  package var tote = BetSums()
  package var bsp = BetSums()
  /// Losing runs, drawdown, recent form and the last day, in time order.
  package var sequence = RunSequence()
  package var runs: Int64 = 0
  package var wins: Int64 = 0
  package var places: Int64 = 0
  /// Runs in races with known places.
  package var placeRuns: Int64 = 0
  /// Σ normalised probability and Σ win share of starters with an sp, 10⁻⁹.
  package var expectedWins: Int64 = 0
  package var winShares: Int64 = 0
  /// Σ percentage of rivals beaten, 10⁻⁶, and the number of runs in the sum.
  package var prb: Int64 = 0
  package var prbRuns: Int64 = 0
  /// Σ weight · prb of the last 365 days, the weight in two limbs, and Σ weight.
  package var formLow: Int64 = 0
  package var formHigh: Int64 = 0
  package var formWeight: Int64 = 0

  /// The sums of runs; the first counts them.
  package static let columns: [SumColumn<FigureSums>] = {
    let limb = 1 << RecentCell.limbBits
    return [
      SumColumn("runs", \.runs, .runs, sql: "COUNT(*)"),
      SumColumn("wins", \.wins, .wins, sql: "COUNT(CASE WHEN won THEN 1 END)"),
      SumColumn("places", \.places, .places, sql: "COUNT(CASE WHEN placed THEN 1 END)"),
      SumColumn("place_runs", \.placeRuns, .placeRuns, sql: "COUNT(placed)"),
      SumColumn("expected_wins", \.expectedWins, .expectedWins, sql: SQLText.sum("probability")),
      SumColumn(
        "win_shares", \.winShares, .winShares,
        sql: SQLText.sum("CASE WHEN won THEN win_share END")),
      SumColumn("prb", \.prb, .rivalsBeaten, sql: SQLText.sum("prb")),
      SumColumn("prb_runs", \.prbRuns, .ratedRuns, sql: "COUNT(prb)"),
      SumColumn("form_low", \.formLow, sql: SQLText.sum("weight % \(limb) * prb")),
      SumColumn("form_high", \.formHigh, sql: SQLText.sum("weight div \(limb) * prb")),
      SumColumn(
        "form_weight", \.formWeight, .weights,
        sql: SQLText.sum("CASE WHEN prb IS NOT NULL THEN weight END")),
    ]
  }()

  /// The places of ``columns``, for loops over rows.
  static let sumPlaces = columns.map(\.place)

  /// Creates sums of no runs.
  package init() {}

  /// Σ weight · prb (10⁻¹⁵) of the last 365 days.
  var weightedForm: Int128 {
    Int128(formLow) + Int128(formHigh) << Int128(RecentCell.limbBits)
  }
}

extension FigureSums {
  /// Adds a cell's runs, which must be earlier than all runs added so far.
  @inline(__always)
  package mutating func addEarlier(
    _ runs: UnsafePointer<EntityCell>, of stretch: borrowing EntityCells
  ) {
    let cell = runs.pointee
    let event = stretch.event(of: runs)
    let count = Int64(cell.runs)
    self.runs &+= count
    places &+= Int64(cell.places)
    placeRuns &+= count
    expectedWins &+= cell.expectedWins
    prb &+= cell.prb
    prbRuns &+= count
    sp.prices.add(cell.spPrices)
    bsp.prices.add(cell.bspPrices)
    sp.addLosses(Int64(cell.counts[1]))
    tote.addLosses(Int64(cell.counts[2]))
    bsp.addLosses(Int64(cell.counts[3]))
    if let event {
      wins &+= Int64(event.pointee.wins)
      winShares &+= event.pointee.winShares
      sp.add(profit: event.pointee.spProfit, squares: event.pointee.spSquares)
      tote.add(profit: event.pointee.toteProfit, squares: event.pointee.toteSquares)
      bsp.add(profit: event.pointee.bspProfit, squares: event.pointee.bspSquares)
      if let shared = stretch.shared(of: event) {
        prbRuns &-= shared.pointee.unrated
        placeRuns &-= shared.pointee.unplaceable
        sp.add(shared.pointee.sp)
        tote.add(shared.pointee.tote)
        bsp.add(shared.pointee.bsp)
      }
    }
    if let recent = stretch.recent(of: runs) {
      formLow &+= recent.pointee.low
      formHigh &+= recent.pointee.high
      formWeight &+= recent.pointee.weight
    }
    let own = stretch.sequence(of: runs, event)
    sequence = sequence.runCount == 0 ? own : RunSequence.combined(own, sequence)
  }
}

extension FigureSums {
  /// Adds sums of runs that are earlier than all runs added so far.
  package mutating func addEarlier(_ other: FigureSums) {
    withUnsafeMutablePointer(to: &self) { own in
      withUnsafePointer(to: other) { other in
        for place in Self.sumPlaces { place.pointer(own).pointee += place.value(other) }
      }
    }
    sp.add(other.sp)
    tote.add(other.tote)
    bsp.add(other.bsp)
    sequence = RunSequence.combined(other.sequence, sequence)
  }
}

extension FigureSums {
  /// The number of columns of an entity in a block of ``WindowFigures``.
  static let columnCount = columns.count + PriceBasis.allCases.count * BetSums.columnCount

  /// Adds the sums to an entity's columns; ``sequence`` has none.
  func add(to columns: UnsafeMutablePointer<Int64>) {
    // Safety: a block has `columnCount` columns for each entity, here and below.
    withUnsafePointer(to: self) { own in
      for (column, place) in Self.sumPlaces.enumerated() { columns[column] &+= place.value(own) }
    }
    let first = columns + Self.sumPlaces.count
    sp.add(to: first)
    tote.add(to: first + BetSums.columnCount)
    bsp.add(to: first + 2 * BetSums.columnCount)
  }

  /// Reads an entity's columns.
  init(_ columns: UnsafePointer<Int64>, sequence: RunSequence) {
    self.init()
    self.sequence = sequence
    withUnsafeMutablePointer(to: &self) { own in
      for (column, place) in Self.sumPlaces.enumerated() {
        place.pointer(own).pointee = columns[column]
      }
    }
    let first = columns + Self.sumPlaces.count
    sp = BetSums(first)
    tote = BetSums(first + BetSums.columnCount)
    bsp = BetSums(first + 2 * BetSums.columnCount)
  }
}
