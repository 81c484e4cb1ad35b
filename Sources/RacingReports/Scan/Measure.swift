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
