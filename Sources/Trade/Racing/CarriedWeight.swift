/// The weight that a horse carries: rider, saddle and lead.
public enum CarriedWeight {
  /// The heaviest weight accepted; no horse ever carried a third of it.
  public static let maximumPounds: Int64 = 1000

  /// The heaviest horse accepted; the heaviest ever weighed had 3,360 pounds.
  public static let maximumBodyPounds: Int64 = 4000

  /// Reads a weight into millionths of a pound.
  ///
  /// ```
  /// pounds = 14 · stones + pounds = kilograms / 0.45359237
  /// ```
  ///
  /// Pounds and kilograms are decimals and may carry `lb`, `lbs`, `kg` or `kgs`; stones and pounds
  /// are whole, as `9-0`, `9 0`, `9st 4lb`, `9st4` or `9st`.
  ///
  /// - Edge cases: at most 13 pounds may follow stones, so `9-14` is refused, as is `126`.
  /// - Accuracy: rounded once, half to even after the sixth decimal.
  ///
  /// - Parameters:
  ///   - bytes: The UTF-8 text.
  ///   - unit: The column's unit.
  ///   - most: The heaviest weight accepted, in pounds.
  /// - Returns: Above zero and at most `most`, in millionths; nil for any other text.
  public static func pounds(
    _ bytes: Span<UInt8>, unit: WeightUnit, most: Int64 = maximumPounds
  ) -> Int64? {
    let micros: Int64? =
      switch unit {
      case .pounds: decimal(bytes, ["lb", "lbs"])?.scaled(by: Decimal6.one)
      case .stonePounds: stonePounds(bytes).map { $0 * Decimal6.one }
      case .kilograms:
        // A pound is 45,359,237 hundred-millionths of a kilogram.
        decimal(bytes, ["kg", "kgs"])?
          .scaled(by: Decimal6.one * 100_000_000, dividedBy: 45_359_237)
      }
    guard let micros, micros > 0, micros <= most * Decimal6.one else { return nil }
    return micros
  }

  /// Reads a weight into millionths of a pound.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - unit: The column's unit.
  /// - Returns: Above zero and at most ``maximumPounds``, in millionths; nil for any other text.
  public static func pounds(_ text: String, unit: WeightUnit) -> Int64? {
    pounds(text.utf8.span, unit: unit)
  }

  // MARK: - Implementation

  /// A number and perhaps its unit.
  private static func decimal(_ bytes: Span<UInt8>, _ names: [String]) -> ExactDecimal? {
    guard let number = ExactDecimal(bytes, from: 0) else { return nil }
    if number.end == bytes.count { return number }
    let name = bytes.lowercased(from: bytes.skippingBlanks(from: number.end))
    return names.contains(name) ? number : nil
  }

  private static func stonePounds(_ bytes: Span<UInt8>) -> Int64? {
    guard let stones = WholeNumber(bytes, from: 0), stones.end < bytes.count else { return nil }
    let isHyphen = bytes[stones.end] == UInt8(ascii: "-")
    var start = isHyphen ? stones.end + 1 : bytes.skippingBlanks(from: stones.end)
    if bytes.extracting(start...).starts(withLowercase: "st") {
      start = bytes.skippingBlanks(from: start + 2)
      if start == bytes.count { return stones.value * 14 }
    } else if start == stones.end {
      return nil
    }
    guard let pounds = WholeNumber(bytes, from: start), pounds.value < 14 else { return nil }
    let name = bytes.lowercased(from: bytes.skippingBlanks(from: pounds.end))
    return ["", "lb", "lbs"].contains(name) ? stones.value * 14 + pounds.value : nil
  }
}
