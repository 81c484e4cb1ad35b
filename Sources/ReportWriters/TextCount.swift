/// Counts as a reader wants them.
enum TextCount {
  /// Groups a count's digits: 107,977.
  static func grouped(_ count: Int) -> String {
    let digits = String(count)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// A count and what is counted: 1 run, 2 runs.
  static func text(_ count: Int, of one: String) -> String {
    "\(grouped(count)) \(one)" + (count == 1 ? "" : "s")
  }
}
