import Racing

/// The sums kept per entity and age band: columns of the block that becomes the windows' sums.
enum Measure {
  static let runs = 0
  static let wins = 1
  static let places = 2
  /// Σ normalised probability of starters with an sp, 10⁻⁹.
  static let expectedWins = 3
  /// Σ win share of starters with an sp, 10⁻⁹.
  static let winShares = 4
  /// Σ percentage of rivals beaten, 10⁻⁶, and the runs it is over.
  static let prb = 5
  static let prbRuns = 6
  /// Σ weight · prb of the last 365 days, the weight in two limbs, and Σ weight.
  static let formLow = 7
  static let formHigh = 8
  static let formWeight = 9
  /// Seven sums per price basis from here on.
  static let firstBasis = 10
  static let basisWidth = 7
  static let count = firstBasis + basisWidth * PriceBasis.allCases.count

  /// Within a basis: bets, profit (10⁻⁶), then per race cluster of b bets and profit P:
  /// ΣP² in two limbs of 28 bits and the rest, ΣP·b, Σb².
  static let bets = 0
  static let profit = 1
  static let squareLow = 2
  static let squareMiddle = 3
  static let squareHigh = 4
  static let profitTimesBets = 5
  static let betSquares = 6

  static let limbBits = 28

  static func first(of basis: Int) -> Int { firstBasis + basis * basisWidth }
}

extension Measure {
  /// Adds what a cell's runs come to, its events included.
  static func add(_ cell: EntityCell, _ event: EventCell?, to sums: UnsafeMutablePointer<Int64>) {
    let runs = Int64(cell.runs)
    sums[Self.runs] &+= runs
    sums[places] &+= Int64(cell.places)
    sums[expectedWins] &+= cell.expectedWins
    sums[prb] &+= cell.prb
    sums[prbRuns] &+= runs - (event?.unrated ?? 0)
    sums[wins] &+= event?.wins ?? 0
    sums[winShares] &+= event?.winShares ?? 0
    add(Int64(cell.counts[1]), event?.sp, to: sums + first(of: 0))
    add(Int64(cell.counts[2]), event?.tote, to: sums + first(of: 1))
    add(Int64(cell.counts[3]), event?.bsp, to: sums + first(of: 2))
  }

  /// Adds weighted sums of recent runs.
  static func add(_ recent: RecentCell, to sums: UnsafeMutablePointer<Int64>) {
    sums[formLow] &+= recent.low
    sums[formHigh] &+= recent.high
    sums[formWeight] &+= recent.weight
  }

  /// Adds one basis: as many plain losses as bets, and what is beyond them.
  private static func add(
    _ count: Int64, _ extra: ExtraSums?, to sums: UnsafeMutablePointer<Int64>
  ) {
    guard count > 0 else { return }
    let extra = extra ?? ExtraSums()
    let loss = ExtraSums.loss
    let squares = Int128(count) * Int128(loss * loss) + extra.profitSquares
    let mask: Int128 = 1 << limbBits - 1
    sums[bets] &+= count
    sums[profit] &+= count &* loss &+ extra.profit
    sums[squareLow] &+= Int64(truncatingIfNeeded: squares & mask)
    sums[squareMiddle] &+= Int64(truncatingIfNeeded: squares >> Int128(limbBits) & mask)
    sums[squareHigh] &+= Int64(truncatingIfNeeded: squares >> Int128(2 * limbBits))
    sums[profitTimesBets] &+= count &* loss &+ extra.profitTimesBets
    sums[betSquares] &+= count &+ extra.betSquares
  }
}
