/// Counts as text for readers.
package enum TextCount {
  /// Groups a count's digits: 107,977.
  package static func grouped(_ count: some BinaryInteger) -> String {
    let digits = String(count.magnitude)
    var text = count < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// A count and what is counted: 1 run, 2 runs.
  package static func text(_ count: some BinaryInteger, of one: String) -> String {
    "\(grouped(count)) \(one)" + (count == 1 ? "" : "s")
  }
}
