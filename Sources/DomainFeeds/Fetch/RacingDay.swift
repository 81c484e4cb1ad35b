import Columns
import Foundation

/// The calendar of racing in the United States, whose day is that of New York.
public enum RacingDay {
  /// The racing day of a point in time.
  ///
  /// - Parameter micros: µs since 1970 UTC.
  public static func of(_ micros: Int64) -> Day {
    let seconds = (Double(micros) / 1_000_000).rounded(.down)
    let zone = TimeZone(identifier: "America/New_York")
    let ahead = zone?.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)) ?? -5 * 3_600
    return Day(Int32(((seconds + Double(ahead)) / 86_400).rounded(.down)))
  }
}
