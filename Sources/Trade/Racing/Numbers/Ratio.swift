import Columns

/// A quotient of two exact integers, undefined when the denominator is zero.
///
/// Every rate of a report is one of these until it is printed: it is divided once, at the end.
public struct Ratio: Hashable, Sendable {
  /// The numerator.
  public let numerator: Int128

  /// The denominator, not negative.
  public let denominator: Int128

  /// Creates a quotient.
  ///
  /// - Parameters:
  ///   - numerator: Any value.
  ///   - denominator: At least zero.
  @inlinable
  public init(_ numerator: Int128, over denominator: Int128) {
    precondition(denominator >= 0, "the denominator must not be negative")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The quotient as a floating-point number, nil when it is undefined.
  ///
  /// - Accuracy: correctly rounded while both integers are below 2⁵³, otherwise within two ulps.
  public var value: Double? {
    denominator == 0 ? nil : Double(numerator) / Double(denominator)
  }

  /// The quotient as an exact count of decimals, rounded half to even; nil when undefined.
  ///
  /// Traps when the result exceeds 64 bits.
  ///
  /// - Parameter decimals: From 0 to 9.
  /// - Returns: The quotient in units of `10^-decimals`, ready for ``DecimalText``.
  public func rounded(toDecimals decimals: Int) -> Int64? {
    precondition((0...9).contains(decimals), "the decimals must be from 0 to 9")
    guard denominator > 0 else { return nil }
    let scale = (0..<decimals).reduce(Int128(1)) { power, _ in power * 10 }
    return Int64(Rounding.halfEven(numerator * scale, dividedBy: denominator))
  }
}
