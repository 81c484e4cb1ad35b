import Columns
import Foundation

/// Finds the times that a zone's clock shows twice, when it is set back.
final class RepeatedHours {
  private let zone: TimeZone
  /// By local day: whether the clock may change on it or a day before or after.
  private var changes: [Int64: Bool] = [:]

  /// Takes a zone by name; nil for UTC.
  init?(_ name: String?) {
    guard let zone = name.flatMap({ TimeZone(identifier: $0) }) else { return nil }
    self.zone = zone
  }

  /// Returns the other moment of a time that the clock shows twice; nil if it shows the time once
  /// or never.
  ///
  /// - Parameters:
  ///   - local: The time, µs since 1970-01-01 00:00 local.
  ///   - moment: The moment that the time was read as, µs since 1970-01-01 00:00 UTC.
  /// - Returns: The moment in UTC.
  func other(of local: Int64, than moment: Int64) -> Int64? {
    let day = Int64(Day.split(micros: local).day.number)
    let mayChange =
      changes[day]
      ?? {
        let start = day * Self.perDay
        let found = offset(start - Self.perDay) != offset(start + 2 * Self.perDay)
        changes[day] = found
        return found
      }()
    guard mayChange else { return nil }
    // No zone is a whole day ahead, and none changes twice in three days.
    let offsets = [offset(local - Self.perDay), offset(local + Self.perDay)]
    let moments = offsets.map { local - $0 }
    guard zip(moments, offsets).allSatisfy({ offset($0) == $1 }), moments.contains(moment) else {
      return nil
    }
    return moments.first { $0 != moment }
  }

  // MARK: - Implementation

  private static let perDay: Int64 = 86_400_000_000

  /// Returns the offset of local time at a moment, in µs.
  private func offset(_ micros: Int64) -> Int64 {
    let seconds = (Double(micros) / 1_000_000).rounded(.down)
    return Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))) * 1_000_000
  }
}
