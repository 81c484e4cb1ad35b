/// A calendar month, the unit in which tables are stored.
public struct Month: Hashable, Comparable, Sendable, Codable {
  /// Year × 100 + month, such as 202603.
  public let number: Int

  /// Makes the month of a number such as 202603.
  public init(_ number: Int) { self.number = number }

  /// Makes the month of a day.
  public init(of day: Day) {
    let (year, month, _) = day.civil
    number = year * 100 + month
  }

  /// The month as `YYYY-MM`.
  public var iso: String {
    let text = String(number)
    let digits = String(repeating: "0", count: max(0, 6 - text.count)) + text
    return "\(digits.dropLast(2))-\(digits.suffix(2))"
  }

  /// Orders months by time.
  public static func < (left: Month, right: Month) -> Bool { left.number < right.number }

  /// Reads the number.
  public init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
  }

  /// Writes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}
