/// A number of rows as people write it: `50000`, `50,000`, `50K`, `1M`, `1.5M`.
struct Count: Equatable, Hashable {
  let value: Int

  init(_ value: Int) { self.value = value }

  /// Reads digits, commas between them, one point, and a K, M or G at the end.
  init?(_ text: String) {
    let units: [Character: Int] = ["K": 1_000, "M": 1_000_000, "G": 1_000_000_000]
    var digits = text.replacing(",", with: "")[...]
    var unit = 1
    if let last = digits.last, let named = units[Character(last.uppercased())] {
      unit = named
      digits = digits.dropLast()
    }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), digits.allSatisfy({ $0.isASCII }),
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }),
      let whole = Int(parts[0])
    else { return nil }
    var total = whole.multipliedReportingOverflow(by: unit)
    if parts.count == 2 {
      var step = unit
      for digit in parts[1] {
        guard step % 10 == 0, let number = digit.wholeNumberValue else { return nil }
        step /= 10
        total.partialValue += number * step
      }
    }
    guard !total.overflow, total.partialValue > 0 else { return nil }
    value = total.partialValue
  }

  /// `1M`, `50K`, or all digits.
  var text: String {
    for (unit, name) in [(1_000_000, "M"), (1_000, "K")] where value % unit == 0 {
      return "\(value / unit)\(name)"
    }
    return "\(value)"
  }
}
