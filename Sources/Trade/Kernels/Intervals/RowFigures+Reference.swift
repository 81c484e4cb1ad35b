import Columns

extension RowFigures {
  /// Divides one row, as ``fill(ratios:_:times:dividedBy:times:)`` does.
  static func ratio(
    _ numerator: Int64, _ factor: Int64, _ denominator: Int64, _ divisor: Int64
  ) -> Int64 {
    guard denominator > 0 else { return 0 }
    return Int64(
      Rounding.halfEven(
        Int128(numerator) * Int128(factor), dividedBy: Int128(denominator) * Int128(divisor)))
  }

  /// The specification of the intervals' ends in 10⁻⁶; 0 if there is no interval.
  static func ends(_ interval: Interval?) -> (low: Int64, high: Int64) {
    guard let interval else { return (0, 0) }
    return (
      Rounding.halfEven(interval.low, scaledBy: 1_000_000),
      Rounding.halfEven(interval.high, scaledBy: 1_000_000)
    )
  }

  /// The specification of Wilson's interval, operation by operation.
  package static func winInterval(wins: Int64, runs: Int64) -> Interval? {
    guard runs > 0 else { return nil }
    let z = Interval.normalQuantile
    let n = Double(runs)
    let p = Double(wins) / n
    let centre = p + z * z / (2 * n)
    let halfWidth = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    let scale = 1 + z * z / n
    return Interval(
      low: wins == 0 ? 0 : (centre - halfWidth) / scale,
      high: wins == runs ? 1 : (centre + halfWidth) / scale)
  }
}
