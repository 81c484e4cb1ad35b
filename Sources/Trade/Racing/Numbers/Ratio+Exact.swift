import Columns

/// Products and amounts that stay exact up to the one rounding at their end.
extension Ratio {
  /// One.
  public static let one = Ratio(1, over: 1)

  /// Takes a count of millionths.
  ///
  /// - Parameter micros: The value in millionths.
  @inlinable
  public init(micros: Int64) { self.init(Int128(micros), over: Int128(Decimal6.one)) }

  /// The quotient in lowest terms.
  public var reduced: Ratio {
    var (divisor, rest) = (numerator.magnitude, denominator.magnitude)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    guard divisor > 1 else { return self }
    return Ratio(numerator / Int128(divisor), over: denominator / Int128(divisor))
  }

  /// Multiplies two quotients exactly.
  ///
  /// - Edge cases: in lowest terms if the plain product does not fit 128 bits; traps if lowest
  ///   terms do not fit either.
  ///
  /// - Parameters:
  ///   - left: A quotient.
  ///   - right: A quotient.
  /// - Returns: The product.
  public static func * (left: Ratio, right: Ratio) -> Ratio {
    let (numerator, isOver) = left.numerator.multipliedReportingOverflow(by: right.numerator)
    let (denominator, isUnder) = left.denominator.multipliedReportingOverflow(
      by: right.denominator)
    if !isOver, !isUnder { return Ratio(numerator, over: denominator) }
    let (left, right) = (left.reduced, right.reduced)
    let first = Ratio(left.numerator, over: right.denominator).reduced
    let second = Ratio(right.numerator, over: left.denominator).reduced
    return Ratio(
      first.numerator * second.numerator, over: first.denominator * second.denominator)
  }

  /// Compares two quotients exactly, both being defined.
  ///
  /// - Parameter other: A quotient.
  /// - Returns: Whether this one is smaller.
  public func isBelow(_ other: Ratio) -> Bool {
    numerator * other.denominator < other.numerator * denominator
  }

  /// Multiplies an amount and rounds once, half to even.
  ///
  /// - Edge cases: traps if the result does not fit 64 bits; no intermediate product is too large.
  ///
  /// - Parameter amount: At least zero, in any unit.
  /// - Returns: `amount · numerator / denominator` in the same unit.
  public func applied(to amount: Int64) -> Int64 {
    precondition(amount >= 0 && numerator >= 0 && denominator > 0, "shares are of amounts")
    let (product, isOver) = Int128(amount).multipliedReportingOverflow(by: numerator)
    if !isOver { return Int64(Rounding.halfEven(product, dividedBy: denominator)) }
    let divisor = denominator.magnitude
    let (quotient, rest) = divisor.dividingFullWidth(
      UInt128(amount).multipliedFullWidth(by: numerator.magnitude))
    let half = divisor - rest
    return Int64(quotient) + (rest > half || (rest == half && quotient & 1 == 1) ? 1 : 0)
  }

  /// The value as a decimal if it ends within eighteen digits, otherwise as a fraction in lowest
  /// terms; for values that are not negative.
  public var text: String {
    let value = reduced
    var digits = ""
    var rest = value.numerator % value.denominator
    while rest > 0, digits.utf8.count < 18 {
      rest *= 10
      digits += "\(rest / value.denominator)"
      rest %= value.denominator
    }
    if rest > 0 { return "\(value.numerator)/\(value.denominator)" }
    let whole = value.numerator / value.denominator
    return digits.isEmpty ? "\(whole)" : "\(whole).\(digits)"
  }
}
