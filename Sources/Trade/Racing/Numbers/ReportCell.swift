import Columns
import Foundation

/// One cell of a report.
public enum ReportCell: Equatable, Sendable {
  /// Undefined: 0/0, or no price.
  case empty
  /// A name, a day or a line of form.
  case text(String)
  /// A count.
  case integer(Int64)
  /// An exact decimal: `scaled` units of 10^−`places`.
  case decimal(scaled: Int64, places: Int)

  /// The cell's number; nil for text and where it is undefined.
  public var number: Double? {
    switch self {
    case .empty, .text: nil
    case .integer(let count): Double(count)
    case .decimal(let scaled, let places): Double(scaled) / pow(10, Double(places))
    }
  }
}

extension ReportCell {
  /// Shows a rate with six decimals.
  ///
  /// - Parameter ratio: The rate; nil where it is undefined.
  /// - Returns: The quotient, divided and rounded once, half to even.
  public static func rate(_ ratio: Ratio?) -> ReportCell {
    decimal(ratio?.rounded(toDecimals: 6), places: 6)
  }

  /// Shows an end of an interval with six decimals.
  ///
  /// - Parameter value: The end; nil where there is no interval.
  /// - Returns: The end, rounded half to even by all of its digits.
  public static func end(_ value: Double?) -> ReportCell {
    decimal(value.map { Rounding.halfEven($0, scaledBy: 1_000_000) }, places: 6)
  }

  /// Shows a sum with four decimals.
  ///
  /// - Parameters:
  ///   - sum: The sum; nil where it is undefined.
  ///   - one: One in the sum's unit, such as 10⁶ where it is in millionths.
  /// - Returns: The sum, rounded half to even.
  public static func amount(_ sum: Int64?, one: Int64 = Decimal6.one) -> ReportCell {
    decimal(sum.map { Rounding.halfEven($0, dividedBy: one / 10_000) }, places: 4)
  }

  /// Shows a decimal that is rounded already.
  ///
  /// - Parameters:
  ///   - scaled: Units of 10^−`places`; nil where it is undefined.
  ///   - places: The number of decimals.
  /// - Returns: The decimal, or an empty cell.
  public static func decimal(_ scaled: Int64?, places: Int) -> ReportCell {
    scaled.map { .decimal(scaled: $0, places: places) } ?? .empty
  }
}
