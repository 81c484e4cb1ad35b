import Columns

/// Exact text of numbers and instants.
package enum ExactText {
  /// Formats an integer as a decimal with `places` decimals, without trailing zeros.
  package static func decimal(_ value: Int64, places: Int) -> String {
    var text = fixed(value, places: places, scale: places)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// Formats an integer of 10^-scale with exactly `places` decimals; finer digits are dropped.
  package static func fixed(_ value: Int64, places: Int, scale: Int) -> String {
    var digits = String(value)
    digits = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    return digits.dropLast(scale) + "." + digits.suffix(scale).prefix(places)
  }

  /// Formats an instant in UTC as `2020-11-08 16:50:00`, with `separator` between date and time.
  package static func instant(_ micros: Int64, separator: String = " ") -> String {
    Moment.text(micros, separator: separator)
  }
}
