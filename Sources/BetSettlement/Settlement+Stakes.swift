import Columns
import Racing

extension Settlement {
  /// Returns the payout of a back bet of any stake, rounded once.
  ///
  /// - Parameters:
  ///   - stakeMicros: The stake, in millionths.
  ///   - oddsMicros: Decimal odds, in millionths.
  ///   - share: The paid share of the stake.
  /// - Returns: The return in millionths, stake included.
  @inlinable
  public static func returnedMicros(
    stakeMicros: Int64, oddsMicros: Int64, share: DeadHeatShare
  ) -> Int64 {
    let paid = Int128(stakeMicros) * Int128(oddsMicros) * Int128(share.numerator)
    return Int64(
      Rounding.halfEven(paid, dividedBy: Int128(Decimal6.one) * Int128(share.denominator)))
  }

  /// Returns the profit of a backer of any stake; the layer's result is the opposite.
  ///
  /// - Parameters:
  ///   - stakeMicros: The backer's stake, in millionths.
  ///   - oddsMicros: Decimal odds, in millionths.
  ///   - share: The paid share of the stake.
  /// - Returns: The backer's profit in millionths.
  @inlinable
  public static func profitMicros(
    stakeMicros: Int64, oddsMicros: Int64, share: DeadHeatShare
  ) -> Int64 {
    returnedMicros(stakeMicros: stakeMicros, oddsMicros: oddsMicros, share: share) - stakeMicros
  }
}
