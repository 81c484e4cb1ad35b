import Columns
import Racing

/// An exchange's reduction of matched prices after a runner is removed.
///
/// Each removal reduces the prices matched before it; several are applied one after another.
/// - Units: the reduction factor and prices are in millionths; a factor of 16.2 % is 162,000.
/// - Accuracy: a reduced price is rounded half to even to a hundredth, as the exchange shows and
///   settles it.
/// - Edge cases: no price falls below 1.01.
/// - Source: https://support.betfair.com/app/answers/detail/a_id/406
@frozen
public struct ExchangeReduction: Hashable, Sendable {
  /// The lowest price of the exchange, in millionths.
  public static let floorMicros: Int64 = 1_010_000

  /// Win markets ignore factors below this, in millionths.
  public static let winThresholdMicros: Int64 = 25_000

  /// The removed runner's reduction factor, in millionths.
  public let factorMicros: Int64

  /// Creates a reduction, or nil unless the factor is from 0 to 1.
  ///
  /// - Parameter factorMicros: The removed runner's reduction factor, in millionths.
  public init?(factorMicros: Int64) {
    guard (0...Decimal6.one).contains(factorMicros) else { return nil }
    self.factorMicros = factorMicros
  }

  /// Whether win markets apply the reduction at all.
  public var countsInWinMarket: Bool { factorMicros >= ExchangeReduction.winThresholdMicros }

  /// The reduced price in a win market: `price · (1 − factor)`.
  ///
  /// - Parameter micros: The matched price, in millionths.
  /// - Returns: The reduced price; the price itself when the factor is below the threshold.
  public func winPriceMicros(_ micros: Int64) -> Int64 {
    countsInWinMarket ? price(kept(of: Int128(micros)), over: Int128(Decimal6.one)) : micros
  }

  /// The reduced price in a place market, where only the winnings shrink.
  ///
  /// ```
  /// 1 + (price − 1) · (1 − factor)
  /// ```
  ///
  /// - Parameter micros: The matched price, in millionths.
  /// - Returns: The reduced price; every factor applies.
  public func placePriceMicros(_ micros: Int64) -> Int64 {
    let unit = Int128(Decimal6.one)
    return price(kept(of: Int128(micros) - unit) + unit * unit, over: unit)
  }

  /// The place part's price of an each-way market, derived from the reduced win price.
  ///
  /// - Parameters:
  ///   - micros: The matched win price, in millionths.
  ///   - divisor: The denominator of the place fraction.
  /// - Returns: `1 + (reduced win price − 1) / divisor`.
  public func eachWayPlacePriceMicros(_ micros: Int64, divisor: Int64) -> Int64 {
    let winnings = winPriceMicros(micros) - Decimal6.one
    return price(Int128(winnings + Decimal6.one * divisor), over: Int128(divisor))
  }

  // MARK: - Implementation

  private func kept(of micros: Int128) -> Int128 {
    micros * Int128(Decimal6.one - factorMicros)
  }

  /// Rounds `numerator / denominator` millionths to a hundredth, not below the floor.
  private func price(_ numerator: Int128, over denominator: Int128) -> Int64 {
    let hundredth: Int128 = 10_000
    let hundredths = Rounding.halfEven(numerator, dividedBy: denominator * hundredth)
    return max(Int64(hundredths * hundredth), ExchangeReduction.floorMicros)
  }
}

extension ExchangeReduction {
  /// The liability of a starting-price lay in a win market.
  ///
  /// The removed runner's chance is spread over the others, so the factor counts against what
  /// the laid runner leaves:
  /// ```
  /// liability · (1 − factor / (1 − own factor))
  /// ```
  ///
  /// - Edge cases: zero when the removed and the laid runner held the whole market; unchanged
  ///   when the factor is below the win threshold.
  ///
  /// - Parameters:
  ///   - micros: The liability before the removal, in any unit of money.
  ///   - ownFactorMicros: The laid runner's own reduction factor, below 1, in millionths.
  /// - Returns: The reduced liability, rounded half to even.
  public func winLayLiabilityMicros(_ micros: Int64, ownFactorMicros: Int64) -> Int64 {
    precondition((0..<Decimal6.one).contains(ownFactorMicros), "a laid runner's factor is below 1")
    guard countsInWinMarket else { return micros }
    let others = Decimal6.one - ownFactorMicros
    return Rounding.halfEven(
      micros, times: max(others - factorMicros, 0), dividedBy: others)
  }

  /// The liability of a starting-price lay in a place market: `liability · (1 − factor)`.
  ///
  /// - Parameter micros: The liability before the removal.
  /// - Returns: The reduced liability, rounded half to even.
  public func placeLayLiabilityMicros(_ micros: Int64) -> Int64 {
    Rounding.halfEven(micros, times: Decimal6.one - factorMicros, dividedBy: Decimal6.one)
  }
}
