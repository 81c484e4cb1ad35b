/// A decimal number with exactly six decimals, held as an integer count of millionths.
///
/// Odds, dividends, stakes, lengths and weights are all carried this way; the raw count is called
/// "micros". The largest value is 9,223,372,036,854.775807.
@frozen
public struct Decimal6: Hashable, Comparable, Sendable {
  /// The number of millionths in one.
  public static let one: Int64 = 1_000_000

  /// The value in millionths.
  public var micros: Int64

  /// Creates a number from its count of millionths.
  ///
  /// - Parameter micros: The value in millionths.
  @inlinable
  public init(micros: Int64) { self.micros = micros }

  /// Reads a decimal text, rounding half to even after the sixth decimal.
  ///
  /// - Parameter utf8: The text, as ``parseMicros(_:)`` reads it.
  @inlinable
  public init?(utf8: Span<UInt8>) {
    guard let micros = Decimal6.parseMicros(utf8) else { return nil }
    self.micros = micros
  }

  /// Reads a decimal text, rounding half to even after the sixth decimal.
  ///
  /// - Parameter text: The text, as ``parseMicros(_:)`` reads it.
  public init?(_ text: String) { self.init(utf8: text.utf8.span) }

  /// Orders numbers by value.
  ///
  /// - Parameters:
  ///   - left: A number.
  ///   - right: A number.
  /// - Returns: Whether the first is smaller.
  @inlinable
  public static func < (left: Decimal6, right: Decimal6) -> Bool { left.micros < right.micros }
}

extension Decimal6: CustomStringConvertible {
  /// The shortest exact text: no trailing zeros, no point for a whole number.
  public var description: String {
    var bytes: [UInt8] = []
    DecimalText.append(micros, scale: 6, decimals: 6, to: &bytes)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the number with a fixed count of decimals, rounded half to even.
  ///
  /// - Parameter decimals: From 0 to 6.
  /// - Returns: The text, never `-0`.
  public func text(decimals: Int) -> String {
    var bytes: [UInt8] = []
    DecimalText.append(micros, scale: 6, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
