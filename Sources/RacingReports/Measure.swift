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
  /// Seven sums per price basis from here on.
  static let firstBasis = 7
  static let basisWidth = 7
  static let count = firstBasis + basisWidth * PriceBasis.allCases.count

  /// Within a basis: bets, profit (10⁻⁶), then per race cluster of b bets and profit P:
  /// ΣP² in three limbs of 28 bits and the rest, ΣP·b, Σb².
  static let bets = 0
  static let profit = 1
  static let squareLow = 2
  static let squareMiddle = 3
  static let squareHigh = 4
  static let profitTimesBets = 5
  static let betSquares = 6

  /// P² is below 2⁹⁴: prices are at most 10⁶ and a race has at most 40 winners' shares.
  static let limbBits = 28

  static func first(of basis: Int) -> Int { firstBasis + basis * basisWidth }
}
