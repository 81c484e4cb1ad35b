/// Amounts such as `$12,500.50`.
public enum MoneyText {
  /// Reads an amount without symbols and thousands separators; nil if no number remains.
  public static func amount(_ text: String) -> Double? {
    let digits = text.filter { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard digits.contains(where: \.isNumber), let amount = Double(digits) else { return nil }
    return amount
  }
}
