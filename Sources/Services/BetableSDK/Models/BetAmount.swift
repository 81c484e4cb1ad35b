/// A sum of money as the service writes it: decimal text, held exactly.
///
/// ```
/// value = units · 10^(−places)
/// ```
/// - Units: the currency of the amount; amounts of different currencies or economies are never
///   added.
/// - Edge cases: up to 18 digits, at most 9 of them after the point. An exponent, a plus sign, a
///   group separator and empty text are refused. `1.5` and `1.50` are equal, and each keeps its
///   text.
public struct BetAmount: Sendable {
  /// The digits without the decimal point, as an integer.
  public let units: Int64
  /// The number of digits after the decimal point.
  public let places: Int

  /// The words that describe an amount that a store can hold.
  public static let storable = "an amount of at least 0 with at most 6 decimals"

  /// The maximum numbers of digits in all and after the point.
  private static let (mostDigits, mostPlaces) = (18, 9)

  /// Makes an amount from units and places: 25 units with 2 places are `0.25`.
  public init(units: Int64, places: Int) {
    precondition((0...Self.mostPlaces).contains(places), "places: 0 to 9")
    self.units = units
    self.places = places
  }

  /// Reads decimal text; nil for any other text.
  public init?(_ text: String) {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    let parts = digits.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty else { return nil }
    let fraction = parts.count > 1 ? parts[1] : whole[whole.endIndex...]
    let isPointed = parts.count > 1
    guard whole.count + fraction.count <= Self.mostDigits, fraction.count <= Self.mostPlaces,
      !isPointed || !fraction.isEmpty
    else { return nil }
    var units: Int64 = 0
    for digit in [whole, fraction].joined() {
      guard (48...57).contains(digit) else { return nil }
      units = units * 10 + Int64(digit - 48)
    }
    self.units = isNegative ? -units : units
    places = fraction.count
  }

  /// Zero.
  public static let zero = BetAmount(units: 0, places: 0)

  /// The decimal text, with the amount's original number of places.
  public var text: String {
    let digits = String(units.magnitude)
    let sign = units < 0 ? "-" : ""
    guard places > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
  }

  /// Returns the amount in the currency's smallest unit.
  ///
  /// - Parameter digits: The currency's decimal places: 2 for pounds and pence.
  /// - Returns: The integer; nil if the amount is not a whole number of units, or too large.
  public func minorUnits(digits: Int = 2) -> Int64? {
    guard places > digits else { return Self.scaled(units, by: digits - places) }
    guard let divisor = Self.scaled(1, by: places - digits), units % divisor == 0 else {
      return nil
    }
    return units / divisor
  }

  /// The amount in millionths of the currency's unit, as a store holds it.
  ///
  /// - Edge cases: nil below 0, with a digit other than 0 after the sixth place, and from
  ///   9,223,372,036,854.775808 on.
  public var micros: Int64? { minorUnits(digits: 6).flatMap { $0 < 0 ? nil : $0 } }

  /// Returns the sum of two amounts; nil if it is too large.
  ///
  /// - Parameter other: The other amount, of the same currency and economy.
  /// - Returns: The sum, with the larger number of places.
  public func adding(_ other: BetAmount) -> BetAmount? {
    let places = max(places, other.places)
    guard let left = Self.scaled(units, by: places - self.places),
      let right = Self.scaled(other.units, by: places - other.places)
    else { return nil }
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge ? nil : BetAmount(units: sum, places: places)
  }

  /// Returns the amount times `count`; nil if it is too large.
  public func times(_ count: Int) -> BetAmount? {
    let (product, isTooLarge) = units.multipliedReportingOverflow(by: Int64(count))
    return isTooLarge ? nil : BetAmount(units: product, places: places)
  }

  // MARK: - Implementation

  private static func scaled(_ value: Int64, by places: Int) -> Int64? {
    var value = value
    for _ in 0..<places {
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      value = product
    }
    return value
  }

  /// Units and places without trailing zeros.
  fileprivate var reduced: (Int64, Int) {
    var (units, places) = (units, places)
    while places > 0, units % 10 == 0 { (units, places) = (units / 10, places - 1) }
    return (units, places)
  }
}

extension BetAmount: Hashable {
  /// Whether two amounts have the same value.
  public static func == (left: BetAmount, right: BetAmount) -> Bool {
    left.reduced == right.reduced
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reduced.0)
    hasher.combine(reduced.1)
  }
}

extension BetAmount: CustomStringConvertible, Codable {
  /// The decimal text.
  public var description: String { text }

  /// Reads a text; a JSON number is refused because it may have been rounded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let amount = BetAmount(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "found “\(text.prefix(40))”; expected an amount")
    }
    self = amount
  }

  /// Writes the decimal text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
