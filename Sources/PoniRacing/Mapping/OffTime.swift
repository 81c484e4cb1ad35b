import Columns
import Foundation

/// Off times as the service writes them: UTC, `2020-11-08 16:50:00`, or ISO 8601.
enum OffTime {
  /// Reads an off time; nil for any other text.
  ///
  /// Without a zone it is UTC. Seconds, a fraction, `Z` and an offset may follow the minutes.
  static func date(_ text: String) -> Date? {
    let form =
      /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/
    guard let match = text.wholeMatch(of: form), let day = Day(iso: String(match.1)),
      let hour = Int(match.2), let minute = Int(match.3), hour < 24, minute < 60
    else { return nil }
    let seconds = Double(Int(match.4 ?? "0") ?? 0) + (Double(match.5.map { "0" + $0 } ?? "0") ?? 0)
    guard seconds < 61 else { return nil }
    let whole = Int(day.number) * 86_400 + hour * 3600 + minute * 60 - offset(match.6)
    return Date(timeIntervalSince1970: Double(whole) + seconds)
  }

  private static func offset(_ text: Substring?) -> Int {
    guard let text, text != "Z" else { return 0 }
    let digits = text.filter(\.isNumber)
    let seconds = (Int(digits.prefix(2)) ?? 0) * 3600 + (Int(digits.suffix(2)) ?? 0) * 60
    return text.hasPrefix("-") ? -seconds : seconds
  }
}
