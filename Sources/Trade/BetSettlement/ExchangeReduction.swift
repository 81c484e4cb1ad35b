import Columns
import Racing

/// An exchange's reduction of matched prices after a runner is removed.
///
/// Each removal reduces the prices matched before it; several are applied one after another.
/// - Units: the reduction factor is in percent.
/// - Accuracy: a reduced price is rounded half to even to a hundredth, as the exchange shows and
///   settles it.
/// - Edge cases: no price falls below 1.01.
/// - Source: https://support.betfair.com/app/answers/detail/a_id/406
@frozen
public struct ExchangeReduction: Hashable, Sendable {
  /// The lowest price of the exchange.
  public static let floor = Ratio(101, over: 100)

  /// The factor, in percent, below which win markets ignore it.
  public static let winThreshold = Decimal6(micros: 2_500_000)

  /// The whole market in millionths of a percent.
  private static let whole = 100 * Decimal6.one

  /// The removed runner's reduction factor, in percent.
  public let factor: Decimal6

  /// Creates a reduction, or nil unless the factor is from 0 to 100 %.
  ///
  /// - Parameter factor: The removed runner's reduction factor, in percent.
  public init?(factor: Decimal6) {
    guard (0...Self.whole).contains(factor.micros) else { return nil }
    self.factor = factor
  }

  /// Whether win markets apply the reduction at all.
  public var countsInWinMarket: Bool { factor >= ExchangeReduction.winThreshold }

  /// The reduced price in a win market: `price · (1 − factor)`.
  ///
  /// - Parameter price: The matched price.
  /// - Returns: The reduced price; the price itself when the factor is below the threshold.
  public func winPrice(_ price: Ratio) -> Ratio {
    countsInWinMarket ? Self.shown(price.numerator * kept, over: price.denominator) : price
  }

  /// The reduced price in a place market, where only the winnings shrink.
  ///
  /// ```
  /// 1 + (price − 1) · (1 − factor)
  /// ```
  ///
  /// - Parameter price: The matched price.
  /// - Returns: The reduced price; every factor applies.
  public func placePrice(_ price: Ratio) -> Ratio {
    let winnings = price.numerator - price.denominator
    return Self.shown(
      price.denominator * Int128(Self.whole) + winnings * kept, over: price.denominator)
  }

  /// The place part's price of an each-way market, derived from the reduced win price.
  ///
  /// - Parameters:
  ///   - price: The matched win price.
  ///   - divisor: The denominator of the place fraction.
  /// - Returns: `1 + (reduced win price − 1) / divisor`.
  public func eachWayPlacePrice(_ price: Ratio, divisor: Int64) -> Ratio {
    let win = winPrice(price)
    let whole = win.denominator * Int128(divisor)
    return Self.shown(
      (whole + win.numerator - win.denominator) * Int128(Self.whole), over: whole)
  }

  // MARK: - Implementation

  /// The kept part of the market, in millionths of a percent.
  private var kept: Int128 { Int128(Self.whole - factor.micros) }

  /// Rounds a price, in millionths of a percent of it, to a hundredth, not below the floor.
  private static func shown(_ numerator: Int128, over denominator: Int128) -> Ratio {
    let hundredths = Rounding.halfEven(
      numerator, dividedBy: denominator * Int128(Decimal6.one))
    return Ratio(max(hundredths, floor.numerator), over: floor.denominator)
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
  ///   - ownFactor: The laid runner's own reduction factor, below 100, in percent.
  /// - Returns: The reduced liability, rounded half to even.
  public func winLayLiabilityMicros(_ micros: Int64, ownFactor: Decimal6) -> Int64 {
    precondition(
      (0..<Self.whole).contains(ownFactor.micros), "a laid runner's factor is below 100 %")
    guard countsInWinMarket else { return micros }
    let others = Self.whole - ownFactor.micros
    return Rounding.halfEven(micros, times: max(others - factor.micros, 0), dividedBy: others)
  }

  /// The liability of a starting-price lay in a place market: `liability · (1 − factor)`.
  ///
  /// - Parameter micros: The liability before the removal.
  /// - Returns: The reduced liability, rounded half to even.
  public func placeLayLiabilityMicros(_ micros: Int64) -> Int64 {
    Rounding.halfEven(micros, times: Self.whole - factor.micros, dividedBy: Self.whole)
  }
}
