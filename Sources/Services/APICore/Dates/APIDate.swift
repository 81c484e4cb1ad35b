import Columns
import Foundation

/// A moment in an API's text, exact to the microsecond.
///
/// Accepted are `yyyy-MM-dd` and `yyyy-MM-dd HH:mm[:ss[.S…]]`, with `T` or a space between date and
/// time, followed by nothing, `Z`, `±HH:MM`, `±HHMM` or `±HH`. Without a zone it is UTC; without a
/// time, midnight.
///
/// - Edge cases: dates that do not exist, hour 24 and second 60 are refused. Digits after the sixth
///   of the fraction are cut off, so that no moment moves into the next second.
public struct APIDate: Hashable, Comparable, Sendable {
  /// µs since 1970 UTC.
  public let micros: Int64

  /// Makes a moment from µs since 1970 UTC.
  public init(micros: Int64) { self.micros = micros }

  /// Reads a text; nil if it has none of the forms.
  public init?(_ text: String) {
    guard let micros = Moment.micros(text, Self.forms) else { return nil }
    self.micros = micros
  }

  /// Reads seconds since 1970 UTC with or without a fraction: `1775000000.25`.
  public init?(epochSeconds text: String) { self.init(epoch: text, scale: 6) }

  /// Reads milliseconds since 1970 UTC with or without a fraction.
  public init?(epochMilliseconds text: String) { self.init(epoch: text, scale: 3) }

  /// The day in UTC.
  public var day: Day { Day.split(micros: micros).day }

  /// The moment as `yyyy-MM-ddTHH:mm:ss.SSSSSSZ`; a zero fraction is left out.
  public var iso: String { Moment.iso(micros) }

  /// Orders moments by time.
  public static func < (left: APIDate, right: APIDate) -> Bool { left.micros < right.micros }

  // MARK: - Implementation

  private static let forms: Moment.Forms = [
    .day, .blank, .lowercase, .minutes, .micros, .nanos, .comma, .unzoned, .offset, .farOffset,
    .hourOffset,
  ]

  /// Reads a decimal number and shifts it by `scale` digits; further digits are rounded towards the
  /// past.
  private init?(epoch text: String, scale: Int) {
    var digits = text[...]
    let isNegative = digits.first == "-"
    if isNegative { digits = digits.dropFirst() }
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? parts[1] : "0"
    guard let whole = parts.first, !whole.isEmpty, !fraction.isEmpty,
      (whole + fraction).utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    let kept =
      fraction.prefix(scale) + String(repeating: "0", count: max(0, scale - fraction.count))
    let isCut = fraction.dropFirst(scale).contains { $0 != "0" }
    guard let size = Int64(whole + kept) else { return nil }
    micros = isNegative ? -size - (isCut ? 1 : 0) : size
  }
}

extension APIDate: Codable {
  /// Reads a text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = APIDate(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "found “\(text.prefix(40))”; expected a date")
    }
    self = date
  }

  /// Writes ``iso``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(iso)
  }
}

extension Date {
  /// Makes the nearest date that a `Date` can represent.
  public init(_ moment: APIDate) { self.init(timeIntervalSince1970: Double(moment.micros) / 1e6) }
}

extension APIDate {
  /// Makes the moment of a date, to the nearest µs.
  public init(_ date: Date) {
    self.init(micros: Int64((date.timeIntervalSince1970 * 1e6).rounded()))
  }
}
