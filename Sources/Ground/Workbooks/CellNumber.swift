import Foundation

/// A number of a cell as text.
enum CellNumber {
  /// Writes the shortest decimal that is the number: 3.1 for 3.1000000000000001.
  static func text(_ number: Double) -> String {
    if number.rounded() == number, abs(number) < 0x1p53 { return String(Int64(number)) }
    let shortest = "\(number)"
    guard shortest.contains("e"), let plain = Decimal(string: shortest) else { return shortest }
    return "\(plain)"
  }
}
