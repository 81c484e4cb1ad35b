/// The plain reading of a decimal text, by splitting and comparing strings.
enum DecimalReference {
  static func micros(_ text: String) -> Int64? {
    var rest = Substring(text)
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest = rest.dropFirst() }
    let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.contains(where: { !$0.isEmpty }) else { return nil }
    guard parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return nil }
    let decimals = parts.count == 2 ? String(parts[1]) : ""
    let kept = decimals.prefix(6) + String(repeating: "0", count: max(0, 6 - decimals.count))
    let digits = (String(parts[0]) + kept).drop { $0 == "0" }
    guard digits.count <= 30, var magnitude = Int128(digits.isEmpty ? "0" : digits) else {
      return nil
    }
    // Compared as text: "5" followed by zeros is exactly one half.
    let dropped = String(decimals.dropFirst(6).reversed().drop { $0 == "0" }.reversed())
    if dropped > "5" || (dropped == "5" && magnitude % 2 == 1) { magnitude += 1 }
    return Int64(exactly: isNegative ? -magnitude : magnitude)
  }
}
