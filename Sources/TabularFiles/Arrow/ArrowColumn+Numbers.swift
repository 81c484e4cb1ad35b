import Columns

/// Conversion of numbers that no column type can hold, to the text that a CSV file would hold.
extension ArrowColumn {
  /// Converts unsigned 64-bit numbers.
  func unsigned(_ validity: Validity) -> Column {
    let numbers: Buffer<UInt64> = borrowed()
    if numbers.indices.allSatisfy({ numbers[$0] <= Int64.max || !validity.isValid($0) }) {
      return Column(.int64, .int64(mapped(UInt64.self) { Int64(truncatingIfNeeded: $0) }), validity)
    }
    return Column(
      texts: numbers.indices.map { validity.isValid($0) ? String(numbers[$0]) : nil })
  }

  /// Converts 128-bit decimals; nil for any other format.
  ///
  /// A format is `d:` with the number of digits and of decimals, such as `d:8,2`.
  func decimals(_ format: String, _ validity: Validity) -> Column? {
    guard format.hasPrefix("d:") else { return nil }
    let sizes = format.dropFirst(2).split(separator: ",").compactMap { Int($0) }
    guard sizes.count == 2 || sizes.count == 3 && sizes[2] == 128, sizes[1] >= 0 else { return nil }
    let numbers: Buffer<Int128> = borrowed()
    return Column(
      texts: numbers.indices.map {
        validity.isValid($0) ? Self.text(numbers[$0], scale: sizes[1]) : nil
      })
  }

  private static func text(_ number: Int128, scale: Int) -> String {
    let digits = String(number.magnitude)
    let whole = String(repeating: "0", count: max(scale + 1 - digits.count, 0)) + digits
    let sign = number < 0 ? "-" : ""
    guard scale > 0 else { return sign + whole }
    return sign + whole.dropLast(scale) + "." + whole.suffix(scale)
  }
}
