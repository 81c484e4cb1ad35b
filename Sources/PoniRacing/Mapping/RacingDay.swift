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
  /// - Parameter microseconds: µs since 1970 UTC.
  public static func day(microseconds: Int64) -> Day {
    day(Date(timeIntervalSince1970: Double(microseconds) / 1e6))
  }

  /// The racing day of an instant.
  public static func day(_ date: Date) -> Day {
    let local = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
    return Day(Int32((local / 86_400).rounded(.down)))
  }
}
