import Columns
import Foundation

/// Off times as text.
enum OffTimeText {
  /// Returns ISO 8601 in UTC, such as `2026-04-01T13:30:00Z`; only a fraction that is not zero is
  /// shown.
  static func iso(_ micros: Int64) -> String { Moment.iso(micros) }

  /// Whether a country's clock is known.
  static func hasClock(_ country: String?) -> Bool { country.map { zones[$0] != nil } ?? false }

  /// Returns the time of day by the country's clock; in UTC, with the suffix `UTC`, if the country
  /// is unknown or has several clocks.
  static func clock(_ micros: Int64, country: String?) -> String {
    guard let zone = country.flatMap({ zones[$0] }).flatMap({ TimeZone(identifier: $0) }) else {
      return clock(micros) + " UTC"
    }
    let instant = Date(timeIntervalSince1970: Double(micros) / 1e6)
    return clock(micros + Int64(zone.secondsFromGMT(for: instant)) * 1_000_000)
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
