import Columns

/// Points in time, µs since 1970 UTC, as text.
package enum InstantText {
  /// Formats date and time to the second, such as `2026-04-01 09:30:00`.
  package static func short(_ micros: Int64) -> String {
    let (day, rest) = Day.split(micros: micros)
    return day.iso + " " + time(rest)
  }

  /// Formats ISO 8601 to the microsecond, such as `2026-04-01T09:30:00.000000Z`.
  package static func iso(_ micros: Int64) -> String {
    let (day, rest) = Day.split(micros: micros)
    return day.iso + "T" + time(rest) + "." + padded(rest % 1_000_000, 6) + "Z"
  }

  // MARK: - Implementation

  private static func time(_ micros: Int64) -> String {
    let seconds = micros / 1_000_000
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
      .joined(separator: ":")
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
