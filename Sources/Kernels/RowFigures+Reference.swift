import Columns

extension RowFigures {
  /// One row's quotient; what ``fill(ratios:_:times:dividedBy:times:)`` fills in.
  static func ratio(
    _ numerator: Int64, _ factor: Int64, _ denominator: Int64, _ divisor: Int64
  ) -> Int64 {
    guard denominator > 0 else { return 0 }
    return Int64(
      Rounding.halfEven(
        Int128(numerator) * Int128(factor), dividedBy: Int128(denominator) * Int128(divisor)))
  }

  /// One row's ends of an interval in 10⁻⁶; what the intervals' `fill` fills in.
  static func ends(_ interval: Interval?) -> (low: Int64, high: Int64) {
    guard let interval else { return (0, 0) }
    return (
      Rounding.halfEven(interval.low, scaledBy: 1_000_000),
      Rounding.halfEven(interval.high, scaledBy: 1_000_000)
    )
  }
}
