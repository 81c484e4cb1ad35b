import Kernels
import Questions
import Racing

/// One entity's exact sums in one window, not yet divided.
///
/// If you add a sum, add it in `addEarlier`, give it a place in ``Measure`` and in both conversions
/// between the two, and set it in `FigureBlock.append`.
package struct FigureSums: BitwiseCopyable, Equatable {
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

  /// Creates sums of no runs.
  package init() {}

  /// Σ weight · prb (10⁻¹⁵) and Σ weight (10⁻⁹) of the last 365 days.
  var form: (sum: Int128, weight: Int64) {
    (Int128(formLow) + Int128(formHigh) << Int128(RecentCell.limbBits), formWeight)
  }
}

extension FigureSums {
  /// Adds a band's runs, which must be earlier than all runs added so far.
  @inline(__always)
  mutating func addEarlier(_ band: BandCells.BandRuns) {
    let cell = band.cell.pointee
    let count = Int64(cell.runs)
    runs &+= count
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
    if let event = band.event {
      wins &+= Int64(event.pointee.wins)
      winShares &+= event.pointee.winShares
      sp.add(profit: event.pointee.spProfit, squares: event.pointee.spSquares)
      tote.add(profit: event.pointee.toteProfit, squares: event.pointee.toteSquares)
      bsp.add(profit: event.pointee.bspProfit, squares: event.pointee.bspSquares)
    }
    if let shared = band.shared {
      prbRuns &-= shared.pointee.unrated
      placeRuns &-= shared.pointee.unplaceable
      sp.add(shared.pointee.sp)
      tote.add(shared.pointee.tote)
      bsp.add(shared.pointee.bsp)
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

extension FigureSums {
  /// Adds sums of runs that are earlier than all runs added so far.
  package mutating func addEarlier(_ other: borrowing FigureSums) {
    runs += other.runs
    wins += other.wins
    places += other.places
    placeRuns += other.placeRuns
    expectedWins += other.expectedWins
    winShares += other.winShares
    prb += other.prb
    prbRuns += other.prbRuns
    formLow += other.formLow
    formHigh += other.formHigh
    formWeight += other.formWeight
    sp.add(other.sp)
    tote.add(other.tote)
    bsp.add(other.bsp)
    sequence = RunSequence.combined(other.sequence, sequence)
  }
}

/// The sums per entity and age band, as columns of the block that the matrix product takes.
enum Measure {
  static let runs = 0
  static let wins = 1
  static let places = 2
  /// Σ normalised probability of starters with an sp, 10⁻⁹.
  static let expectedWins = 3
  /// Σ win share of starters with an sp, 10⁻⁹.
  static let winShares = 4
  /// Σ percentage of rivals beaten, 10⁻⁶, and the number of runs in the sum.
  static let prb = 5
  static let prbRuns = 6
  /// Σ weight · prb of the last 365 days, the weight in two limbs, and Σ weight.
  static let formLow = 7
  static let formHigh = 8
  static let formWeight = 9
  /// Runs in races with known places.
  static let placeRuns = 10
  /// Nine sums per price basis follow.
  static let firstBasis = 11
  static let basisWidth = 9
  static let count = firstBasis + basisWidth * PriceBasis.allCases.count

  /// Within a basis: bets, profit (10⁻⁶), then per race cluster of b bets and profit P:
  /// ΣP² in two limbs of 28 bits and the rest, ΣP·b, Σb²; and ``PriceSums``.
  static let bets = 0
  static let profit = 1
  static let squareLow = 2
  static let squareMiddle = 3
  static let squareHigh = 4
  static let profitTimesBets = 5
  static let betSquares = 6
  static let odds = 7
  static let oddsSquares = 8

  static let limbBits = 28

  static func first(of basis: Int) -> Int { firstBasis + basis * basisWidth }
}

extension FigureSums {
  /// Adds the sums to a row of a block of measures; see ``Measure``.
  func add(to measures: UnsafeMutablePointer<Int64>) {
    // Safety: a block has a row of `Measure.count` values for each entity, here and below.
    measures[Measure.runs] &+= runs
    measures[Measure.wins] &+= wins
    measures[Measure.places] &+= places
    measures[Measure.expectedWins] &+= expectedWins
    measures[Measure.winShares] &+= winShares
    measures[Measure.prb] &+= prb
    measures[Measure.prbRuns] &+= prbRuns
    measures[Measure.formLow] &+= formLow
    measures[Measure.formHigh] &+= formHigh
    measures[Measure.formWeight] &+= formWeight
    measures[Measure.placeRuns] &+= placeRuns
    sp.add(to: measures + Measure.first(of: 0))
    tote.add(to: measures + Measure.first(of: 1))
    bsp.add(to: measures + Measure.first(of: 2))
  }

  /// Reads a row of a block of measures.
  init(_ measures: UnsafePointer<Int64>, sequence: RunSequence) {
    self.init()
    self.sequence = sequence
    runs = measures[Measure.runs]
    wins = measures[Measure.wins]
    places = measures[Measure.places]
    expectedWins = measures[Measure.expectedWins]
    winShares = measures[Measure.winShares]
    prb = measures[Measure.prb]
    prbRuns = measures[Measure.prbRuns]
    formLow = measures[Measure.formLow]
    formHigh = measures[Measure.formHigh]
    formWeight = measures[Measure.formWeight]
    placeRuns = measures[Measure.placeRuns]
    sp = BetSums(measures + Measure.first(of: 0))
    tote = BetSums(measures + Measure.first(of: 1))
    bsp = BetSums(measures + Measure.first(of: 2))
  }
}

extension BetSums {
  fileprivate func add(to measures: UnsafeMutablePointer<Int64>) {
    let mask: Int128 = 1 << Measure.limbBits - 1
    let middle = profitSquares >> Int128(Measure.limbBits)
    measures[Measure.bets] &+= count
    measures[Measure.profit] &+= profit
    measures[Measure.squareLow] &+= Int64(truncatingIfNeeded: profitSquares & mask)
    measures[Measure.squareMiddle] &+= Int64(truncatingIfNeeded: middle & mask)
    measures[Measure.squareHigh] &+= Int64(
      truncatingIfNeeded: profitSquares >> Int128(2 * Measure.limbBits))
    measures[Measure.profitTimesBets] &+= profitTimesBets
    measures[Measure.betSquares] &+= betSquares
    measures[Measure.odds] &+= prices.odds
    measures[Measure.oddsSquares] &+= prices.squares
  }

  fileprivate init(_ measures: UnsafePointer<Int64>) {
    count = measures[Measure.bets]
    profit = measures[Measure.profit]
    profitTimesBets = measures[Measure.profitTimesBets]
    betSquares = measures[Measure.betSquares]
    prices.odds = measures[Measure.odds]
    prices.squares = measures[Measure.oddsSquares]
    profitSquares =
      Int128(measures[Measure.squareLow])
      + Int128(measures[Measure.squareMiddle]) << Int128(Measure.limbBits)
      + Int128(measures[Measure.squareHigh]) << Int128(2 * Measure.limbBits)
  }
}

extension FigureBlock {
  /// Adds a row with its sums; there must be room.
  ///
  /// - Parameters:
  ///   - own: The row's sums.
  ///   - extra: Its optional sums; nil for none.
  ///   - window: The row's window.
  ///   - code: The row's entity.
  mutating func append(
    _ own: borrowing FigureSums, _ extra: UnsafePointer<OptionalSums>?, _ window: WindowFacts,
    _ code: Int32
  ) {
    let row = appendRow()
    set(.runs, row, own.runs)
    set(.wins, row, own.wins)
    set(.places, row, own.places)
    set(.placeRuns, row, own.placeRuns)
    set(.winShares, row, own.winShares)
    set(.expectedWins, row, own.expectedWins)
    set(.rivalsBeaten, row, own.prb)
    set(.ratedRuns, row, own.prbRuns)
    set(form: own.form.sum, row)
    set(.weights, row, own.form.weight)
    set(.allRuns, row, window.runs)
    set(.allWins, row, window.wins)
    append(own.sequence, row)
    append(own.sp, row, .sp, .sp(of: own))
    append(own.tote, row, .tote, .tote(of: own))
    append(own.bsp, row, .bsp, .bsp(of: own, window.commission))
    // Safety: the caller keeps the cell valid during the call.
    guard let extra = extra?.pointee else { return }
    for group in columns.choice.bets {
      guard let bets = extra.bets[group] else { continue }
      append(
        bets, row, group, ReturnMoments(bets, of: group, in: columns.choice, window.commission))
    }
    let luck = columns.choice.luck == nil ? nil : extra.luck
    let priced = columns.choice.baseline.basis == .bsp ? own.bsp.count : own.sp.count
    window.luck.compute(own, luck, priced: priced, code) { figure, value in
      set(figure, row, value)
    }
  }

  private func append(_ sequence: RunSequence, _ row: Int) {
    set(.longestLosingRun, row, Int64(sequence.longestLosingRun))
    set(.currentLosingRun, row, Int64(sequence.currentLosingRun))
    set(.drawdown, row, sequence.maxDrawdown)
    set(.lastDay, row, sequence.lastDay.map { Int64($0) } ?? RowSum.noDay)
    set(.form, row, FormText(sequence).packed)
  }

  private func append(
    _ bets: BetSums, _ row: Int, _ group: BetGroup, _ moments: ReturnMoments
  ) {
    let turnover = group.turnoverMicros(bets: bets.count)
    set(.bets(on: group), row, bets.count)
    set(.returned(on: group), row, bets.profit + turnover)
    set(.profit(on: group), row, bets.profit)
    set(.turnover(on: group), row, turnover)
    set(moments, row, on: group)
  }
}
