import APICore
import Columns
import SandboxCore

/// The spelling of values that differ between the points service's two forms.
extension WireForm {
  /// Returns a flag's name: the live service drops the guide's `is`.
  func flag(_ name: String) -> String {
    self == .live ? name : "is" + name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Returns a year: text in the live service, a number in the guide's samples.
  func year(_ season: ClubSeason) -> WireJSON {
    guard self == .seed, let number = Int(season.year) else { return .text(season.year) }
    return .number(number)
  }

  /// Returns a moment in milliseconds, such as `2024-10-15T10:30:00.000+0000`; null for none.
  func instant(_ micros: Int64?) -> WireJSON {
    guard let micros else { return .null }
    return .text(Self.milliseconds(micros) + (self == .live ? "+0000" : "Z"))
  }

  /// Formats a moment in UTC, without the zone.
  static func milliseconds(_ micros: Int64) -> String { Moment.text(micros, places: 3) }
}
