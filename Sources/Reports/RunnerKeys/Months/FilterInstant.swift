import Columns

/// Times of day in filters and keys: `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM` or `YYYY-MM-DDTHH:MM:SS`,
/// in UTC.
enum FilterInstant {
  private static let microsPerDay: Int64 = 86_400_000_000

  /// Reads a day, taken as its midnight, or a time; both with or without a final `Z`.
  ///
  /// - Parameter text: The text.
  /// - Returns: Microseconds since 1970-01-01 00:00 UTC, or nil.
  static func micros(_ text: String) -> Int64? {
    var bytes = Array(text.utf8)
    if bytes.last == UInt8(ascii: "Z") { bytes.removeLast() }
    guard let day = Day(iso: String(decoding: bytes.prefix(10), as: UTF8.self)) else { return nil }
    let midnight = Int64(day.number) * microsPerDay
    let clock = bytes.dropFirst(10)
    if clock.isEmpty { return midnight }
    guard let seconds = seconds(Array(clock)) else { return nil }
    return midnight + Int64(seconds) * 1_000_000
  }

  /// Returns the time as `YYYY-MM-DDTHH:MM:SSZ`.
  static func text(_ micros: Int64) -> String {
    let seconds = Int((micros % microsPerDay + microsPerDay) % microsPerDay) / 1_000_000
    let day = (micros - Int64(seconds) * 1_000_000) / microsPerDay
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map {
      ($0 < 10 ? "0" : "") + String($0)
    }
    return Day(Int32(day)).iso + "T" + clock.joined(separator: ":") + "Z"
  }

  /// Reads `THH:MM` or `THH:MM:SS`.
  private static func seconds(_ clock: [UInt8]) -> Int? {
    guard clock.count == 6 || clock.count == 9, clock[0] == UInt8(ascii: "T") else { return nil }
    var total = 0
    for (start, scale, limit) in [(1, 3600, 24), (4, 60, 60), (7, 1, 60)] where start < clock.count
    {
      guard start == 1 || clock[start - 1] == UInt8(ascii: ":") else { return nil }
      let (tens, ones) = (Int(clock[start]) - 48, Int(clock[start + 1]) - 48)
      guard 0...9 ~= tens, 0...9 ~= ones, tens * 10 + ones < limit else { return nil }
      total += (tens * 10 + ones) * scale
    }
    return total
  }
}
