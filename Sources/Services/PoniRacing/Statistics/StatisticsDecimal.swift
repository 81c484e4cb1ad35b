import Columns
import Racing

/// A figure as in reports: an integer of millionths, rounded once, half to even.
public struct StatisticsDecimal: Hashable, Comparable, Sendable {
  /// The value in millionths.
  public let micros: Int64

  /// Takes a value in millionths.
  public init(micros: Int64) { self.micros = micros }

  /// Divides two integers and rounds once, half to even; nil unless the divisor is positive.
  public init?(_ numerator: Int64, dividedBy denominator: Int64) {
    guard denominator > 0 else { return nil }
    micros = Rounding.halfEven(numerator, times: Decimal6.one, dividedBy: denominator)
  }

  /// The nearest floating-point number.
  public var doubleValue: Double { Double(micros) / Double(Decimal6.one) }

  /// Orders figures by value.
  public static func < (left: StatisticsDecimal, right: StatisticsDecimal) -> Bool {
    left.micros < right.micros
  }
}

extension StatisticsDecimal: CustomStringConvertible {
  /// The report's text, six decimals: `-0.123400`.
  public var description: String { Decimal6(micros: micros).text(decimals: 6) }
}
