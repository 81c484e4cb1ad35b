import CKernels

/// The sums of bets that give, with stakes and returns, the interval of their return.
package struct ReturnMoments: BitwiseCopyable, Equatable, Sendable {
  /// Σ odds in units and Σ odds² in units², 0 if no price is known; and the sums of the races'
  /// squared returns, of their squared stakes, and of the bets' squared stakes, in units².
  ///
  /// The loops over rows read this memory directly: it must be the only member.
  private let sums: rb_return_moments

  /// Takes bets of one stake each.
  ///
  /// - Parameters:
  ///   - races: The races bet on, each a cluster of bets.
  ///   - units: The stake of a bet.
  ///   - odds: Σ odds in units; 0 if no price is known.
  ///   - oddsSquares: Σ odds² in units².
  package init(
    _ races: borrowing RaceClusters, units: Int64 = 1, odds: Double = 0, oddsSquares: Double = 0
  ) {
    // A race's return is its profit P and the stakes of its b bets: (P + u·b)².
    let units = Double(units)
    let squares = Double(nearestTo: races.profitSquares.magnitude) / 1e6 / 1e6
    let products = Double(nearestTo: races.profitTimesBets.magnitude) / 1e6
    let signed = races.profitTimesBets < 0 ? -products : products
    let stakeSquares = units * units * Double(races.betSquares)
    sums = rb_return_moments(
      odds: odds, odds_squares: oddsSquares,
      return_squares: max(0, squares + 2 * units * signed + stakeSquares),
      stake_squares: stakeSquares, bet_squares: units * units * Double(races.bets))
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.sums.odds == right.sums.odds && left.sums.odds_squares == right.sums.odds_squares
      && left.sums.return_squares == right.sums.return_squares
      && left.sums.stake_squares == right.sums.stake_squares
      && left.sums.bet_squares == right.sums.bet_squares
  }

  /// Computes the interval of the return on the stakes.
  ///
  /// If bets at the known prices cannot have returned so much, only the returns are used.
  ///
  /// - Parameters:
  ///   - stake: The stakes, 10⁻⁶.
  ///   - returned: The returns, 10⁻⁶.
  /// - Returns: Two fractions; nil if the bets say nothing about their return.
  package func interval(stake: Int64, returned: Int64) -> Interval? {
    guard stake > 0 else { return nil }
    if sums.odds > 0 {
      let priced = ReturnInterval(
        stake: stake, returned: returned, secondMoment: sums.odds,
        stakeSquares: sums.stake_squares, betSquares: sums.bet_squares,
        thirdMoment: sums.odds_squares)
      if priced.isPossible { return priced.interval }
    }
    guard returned > 0 else { return nil }
    return ReturnInterval(
      stake: stake, returned: returned, returnSquares: sums.return_squares,
      stakeSquares: sums.stake_squares, betSquares: sums.bet_squares
    ).interval
  }
}

/// Sums of decimal odds for the intervals of returns.
package struct PriceSums: BitwiseCopyable, Equatable, Sendable {
  /// Σ odds, 10⁻⁶.
  package var odds: Int64 = 0
  /// Σ odds², the odds rounded down to hundredths first, 10⁻⁴.
  package var squares: Int64 = 0

  /// Creates empty sums.
  @inlinable package init() {}

  /// Adds odds in 10⁻⁶; 0 for none.
  @inlinable @inline(__always)
  package mutating func add(_ own: Int64) {
    let hundredths = own / 10_000
    odds &+= own
    squares &+= hundredths &* hundredths
  }

  /// Adds the sums of other odds.
  @inlinable @inline(__always)
  package mutating func add(_ other: PriceSums) {
    odds &+= other.odds
    squares &+= other.squares
  }

  /// Computes the sums of net odds, which keep a part of the gain.
  ///
  /// - Parameters:
  ///   - count: The number of odds.
  ///   - kept: The part, `0...1`: net odds are (1 − kept) + kept · odds.
  /// - Returns: Σ odds and Σ odds², in units.
  package func net(of count: Int64, kept: Double = 1) -> (odds: Double, squares: Double) {
    let (count, sum, lost) = (Double(count), Double(odds) / 1e6, 1 - kept)
    return (
      count * lost + kept * sum,
      count * lost * lost + 2 * kept * lost * sum + kept * kept * Double(squares) / 1e4
    )
  }
}
