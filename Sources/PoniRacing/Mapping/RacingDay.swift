import Columns
import Foundation

/// The day that a race belongs to: the calendar day in New York, whatever the course's own zone.
///
/// American evening races go off after midnight in UTC; in New York no race day does.
public enum RacingDay {
  /// The zone of racing days.
  public static let zone = TimeZone(identifier: "America/New_York")!

  /// The racing day of an instant.
  ///
  /// - Parameter micros: µs since 1970 UTC.
  /// - Returns: The day in New York.
  public static func of(_ micros: Int64) -> Day {
    of(Date(timeIntervalSince1970: Double(micros) / 1e6))
  }

  /// The moment a racing day begins: midnight in New York.
  public static func start(of day: Day) -> Date {
    let midnight = Date(timeIntervalSince1970: Double(day.number) * 86_400)
    // Clocks change at two o'clock, so an hour of the evening before has the offset of midnight.
    return midnight - Double(zone.secondsFromGMT(for: midnight))
  }

  /// The racing day of an instant.
  public static func of(_ date: Date) -> Day {
    let local = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
    return Day(Int32((local / 86_400).rounded(.down)))
  }
}
