/// Amounts such as `$12,500.50`.
public enum MoneyText {
  /// Reads an amount, symbols and thousands separators stripped; nil where no number is left.
  public static func amount(_ text: String) -> Double? {
    let digits = text.filter { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard digits.contains(where: \.isNumber), let amount = Double(digits) else { return nil }
    return amount
  }
}
