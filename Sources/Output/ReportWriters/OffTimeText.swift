import Columns
import Foundation

/// Off times as text.
package enum OffTimeText {
  /// Returns ISO 8601 in UTC, such as `2026-04-01T13:30:00Z`; only a fraction that is not zero is
  /// shown.
  static func iso(_ micros: Int64) -> String { Moment.iso(micros) }

  /// Whether a country's clock is known.
  static func hasClock(_ country: String?) -> Bool { country.map { zones[$0] != nil } ?? false }

  /// Returns the time of day by the country's clock; in UTC, with the suffix `UTC`, if the country
  /// is unknown or has several clocks.
  static func clock(_ micros: Int64, country: String?) -> String {
    ahead(micros, country: country).map { clock(micros + $0) } ?? clock(micros) + " UTC"
  }

  /// Returns the time of day; without an off time the race's number, such as `R3`, else `–`.
  static func clock(_ micros: Int64?, orNumber number: Int?, country: String?) -> String {
    micros.map { clock($0, country: country) } ?? number.map { "R\($0)" } ?? "–"
  }

  /// Returns the µs by which a country's clock is ahead of UTC.
  ///
  /// - Parameters:
  ///   - micros: The moment, µs since 1970 UTC.
  ///   - country: The country's code.
  /// - Returns: The time; nil if the country is unknown or has several clocks.
  package static func ahead(_ micros: Int64, country: String?) -> Int64? {
    country.flatMap { zones[$0] }.flatMap { TimeZone(identifier: $0) }.map { zone in
      let instant = Date(timeIntervalSince1970: Double(micros) / 1e6)
      return Int64(zone.secondsFromGMT(for: instant)) * 1_000_000
    }
  }

  // MARK: - Implementation

  /// The countries whose racing uses one clock.
  private static let zones = [
    "GB": "Europe/London", "IE": "Europe/Dublin", "FR": "Europe/Paris", "DE": "Europe/Berlin",
    "IT": "Europe/Rome", "CH": "Europe/Zurich", "SE": "Europe/Stockholm", "NO": "Europe/Oslo",
    "DK": "Europe/Copenhagen", "HK": "Asia/Hong_Kong", "JP": "Asia/Tokyo", "KR": "Asia/Seoul",
    "SG": "Asia/Singapore", "IN": "Asia/Kolkata", "AE": "Asia/Dubai", "SA": "Asia/Riyadh",
    "QA": "Asia/Qatar", "BH": "Asia/Bahrain", "TR": "Europe/Istanbul",
    "ZA": "Africa/Johannesburg", "NZ": "Pacific/Auckland",
  ]

  private static func clock(_ micros: Int64) -> String {
    String(Moment.clock(Day.split(micros: micros).rest / 1_000_000).prefix(5))
  }
}
