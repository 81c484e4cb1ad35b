import Columns
import Foundation

/// The day of a race: the calendar day in New York, whatever the course's time zone.
///
/// American evening races go off after midnight UTC, but before midnight in New York.
public enum RacingDay {
  /// The time zone of racing days.
  public static let zone = TimeZone(identifier: "America/New_York")!

  /// Returns the racing day of an instant.
  ///
  /// - Parameter micros: µs since 1970 UTC.
  /// - Returns: The day in New York.
  public static func of(_ micros: Int64) -> Day {
    of(Date(timeIntervalSince1970: Double(micros) / 1e6))
  }

  /// Returns the start of a racing day: midnight in New York.
  public static func start(of day: Day) -> Date {
    let midnight = Date(timeIntervalSince1970: Double(day.number) * 86_400)
    // Clocks change at two o'clock, so the offset at this UTC instant is also that of midnight.
    return midnight - Double(zone.secondsFromGMT(for: midnight))
  }

  /// Returns the racing day of an instant.
  public static func of(_ date: Date) -> Day {
    let local = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
    return Day(Int32((local / 86_400).rounded(.down)))
  }
}
