import Columns

/// The part of a stake that is paid when several starters share a position.
///
/// With `a` finishers clear ahead, `t` tied and `k` paid positions, each tied runner takes
/// ```
/// clamp(k − a, 0, t) / t
/// ```
/// of its stake at full odds; the rest of the stake loses. Without a tie (`t = 1`) the share is 1
/// inside the paid positions and 0 outside, so every settlement goes through this value.
@frozen
public struct DeadHeatShare: Hashable, Sendable {
  /// The paid positions left for the tied group, from 0 to the denominator.
  public let numerator: Int64

  /// The size of the tied group, at least 1.
  public let denominator: Int64

  /// Creates the share of a runner.
  ///
  /// - Parameters:
  ///   - ahead: Finishers clear ahead of the runner, at least 0.
  ///   - tied: Runners that share its position, itself included, at least 1.
  ///   - paid: Positions that are paid, at least 0.
  @inlinable
  public init(ahead: Int, tied: Int, paid: Int) {
    precondition(ahead >= 0 && tied >= 1 && paid >= 0, "ahead, tied or paid is out of range")
    numerator = Int64(min(max(paid - ahead, 0), tied))
    denominator = Int64(tied)
  }

  /// The share of a runner that did not finish, or is not paid for another reason.
  @inlinable
  public static var none: DeadHeatShare { DeadHeatShare(ahead: 0, tied: 1, paid: 0) }

  /// The share of a runner whose stake is paid in full.
  @inlinable
  public static var full: DeadHeatShare { DeadHeatShare(ahead: 0, tied: 1, paid: 1) }

  /// The share as a quotient.
  public var ratio: Ratio { Ratio(Int128(numerator), over: Int128(denominator)) }

  /// The share of an amount, rounded half to even.
  ///
  /// - Parameter amount: In any unit.
  /// - Returns: `amount · numerator / denominator` in the same unit.
  @inlinable
  public func applied(to amount: Int64) -> Int64 {
    if numerator == denominator { return amount }
    if numerator == 0 { return 0 }
    return Rounding.halfEven(amount, times: numerator, dividedBy: denominator)
  }

  /// The share in units of 10⁻⁹, as A/E counts winners.
  @inlinable
  public var nanos: Int64 { applied(to: Probability.one) }
}
