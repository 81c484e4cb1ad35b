import SandboxCore

/// Money as text with a fixed number of decimals, and as whole minor units such as pence.
enum MinorUnits {
  /// Returns the number of decimals of a currency (ISO 4217).
  static func digits(of currency: String?) -> Int {
    switch currency {
    case "JPY", "KRW": 0
    case "KWD", "BHD": 3
    default: 2
    }
  }

  /// Formats an amount, such as `0.10`.
  static func text(_ amount: Int64, _ currency: String?) -> String {
    let digits = digits(of: currency)
    guard digits > 0 else { return String(amount) }
    return ExactText.fixed(amount, places: digits, scale: digits)
  }

  /// Reads text such as `0.1`; nil if it is no amount, or has more decimals than the currency.
  static func amount(_ text: String, _ currency: String?) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? parts[1] : "0"
    let digits = digits(of: currency)
    guard let whole = parts.first, !whole.isEmpty, !fraction.isEmpty,
      (whole + fraction).utf8.allSatisfy({ (48...57).contains($0) }),
      fraction.dropFirst(digits).allSatisfy({ $0 == "0" })
    else { return nil }
    let kept = fraction.prefix(digits)
    return Int64(whole + kept + String(repeating: "0", count: digits - kept.count))
  }
}
