import Columns

/// An exchange's share of the net winnings of one market.
///
/// ```
/// commission = max(0, market net) · rate
/// ```
/// The market is netted first: two bets in one race pay on their sum, not each alone.
@frozen
public struct Commission: Hashable, Sendable {
  /// The rate in millionths: 50,000 is 5 %.
  public let rateMicros: Int64

  /// Creates a commission, or nil unless the rate is from 0 to 1.
  ///
  /// - Parameter rateMicros: The rate in millionths.
  @inlinable
  public init?(rateMicros: Int64) {
    guard (0...Decimal6.one).contains(rateMicros) else { return nil }
    self.rateMicros = rateMicros
  }

  @inlinable
  init(uncheckedRateMicros rateMicros: Int64) { self.rateMicros = rateMicros }

  /// Five per cent, the standard rate of reports.
  @inlinable
  public static var standard: Commission { Commission(uncheckedRateMicros: 50_000) }

  /// The rate after a member's discount.
  ///
  /// - Parameter discountMicros: From 0 to 1, in millionths: 400,000 takes 40 % off the rate.
  /// - Returns: The reduced commission, its rate rounded half to even.
  public func discounted(byMicros discountMicros: Int64) -> Commission {
    precondition((0...Decimal6.one).contains(discountMicros), "a discount is from 0 to 1")
    return Commission(
      uncheckedRateMicros: Rounding.halfEven(
        rateMicros, times: Decimal6.one - discountMicros, dividedBy: Decimal6.one))
  }

  /// The commission on one market.
  ///
  /// - Parameter netMicros: The sum of profits and losses of the market's bets, in millionths.
  /// - Returns: The commission in millionths, rounded half to even; 0 on a loss.
  @inlinable
  public func commissionMicros(onMarketNet netMicros: Int64) -> Int64 {
    if netMicros <= 0 { return 0 }
    return Rounding.halfEven(netMicros, times: rateMicros, dividedBy: Decimal6.one)
  }
}
