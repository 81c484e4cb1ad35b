import APICore
import Columns

/// How the points service spells what its two forms tell apart.
extension WireForm {
  /// A flag's name: the live service drops the `is` that the guide has.
  func flag(_ name: String) -> String {
    self == .live ? name : "is" + name.prefix(1).uppercased() + name.dropFirst()
  }

  /// A year: a text in the live service, a number in the guide's samples.
  func year(_ season: ClubSeason) -> WireJSON {
    guard self == .seed, let number = Int(season.year) else { return .text(season.year) }
    return .number(number)
  }

  /// A moment in milliseconds, such as `2024-10-15T10:30:00.000+0000`; null for none.
  func instant(_ micros: Int64?) -> WireJSON {
    guard let micros else { return .null }
    return .text(Self.milliseconds(micros) + (self == .live ? "+0000" : "Z"))
  }

  /// A moment without its zone, which is UTC.
  static func milliseconds(_ micros: Int64) -> String {
    let day = APIDate(micros: micros).day
    let rest = (micros - Int64(day.number) * 86_400_000_000) / 1_000
    func padded(_ value: Int64, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - String(value).count)) + String(value)
    }
    let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60].map { padded($0, 2) }
    return "\(day.iso)T\(time.joined(separator: ":")).\(padded(rest % 1_000, 3))"
  }
}
