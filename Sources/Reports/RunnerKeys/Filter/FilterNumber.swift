import Racing

/// A decimal number of any length, compared exactly with whole numbers and millionths.
package struct FilterNumber: Equatable, Sendable {
  /// The shortest digits that represent the number.
  let text: String
  /// The number in millionths, rounded down.
  let floorMicros: Int128
  /// Whether rounding changed nothing.
  let isExact: Bool

  /// Exceeds every value of a column, and fits in `Int128` millionths.
  private static let digitLimit = 30

  /// Reads an optional sign and digits, with an optional decimal point before, among or after them.
  init?(_ word: String) {
    var digits = Substring(word)
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits.removeFirst() }
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.contains(where: { !$0.isEmpty }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 } })
    else { return nil }
    let whole = parts[0].drop { $0 == "0" }
    var fraction = parts.count > 1 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    let isZero = whole.isEmpty && fraction.isEmpty
    text =
      (isNegative && !isZero ? "-" : "") + (whole.isEmpty ? "0" : whole)
      + (fraction.isEmpty ? "" : "." + fraction)
    let kept = fraction.prefix(6)
    let isCutOff = fraction.utf8.count > 6
    let isHuge = whole.utf8.count > Self.digitLimit
    let digitsKept =
      isHuge ? String(repeating: "9", count: Self.digitLimit + 6) : String(whole) + String(kept)
    var micros = Int128(digitsKept.isEmpty ? "0" : digitsKept)!
    if !isHuge { for _ in kept.utf8.count..<6 { micros *= 10 } }
    isExact = !isCutOff && !isHuge
    floorMicros = isNegative ? (isCutOff ? -micros - 1 : -micros) : micros
  }
}

/// A value in a column's unit: a whole number, or a value between two neighbouring ones.
struct FilterBound: Sendable {
  /// The largest whole number that is at most the value.
  let floor: Int128
  /// Whether the value equals that number.
  let isWhole: Bool

  /// The smallest whole number that is at least the value.
  var ceiling: Int128 { isWhole ? floor : floor + 1 }

  init(_ whole: Int64) {
    floor = Int128(whole)
    isWhole = true
  }

  /// - Parameters:
  ///   - number: The number to compare with.
  ///   - unit: The column's unit in millionths: 1 for prices, 1,000,000 for whole numbers.
  init(_ number: FilterNumber, unit: Int128) {
    let (quotient, rest) = number.floorMicros.quotientAndRemainder(dividingBy: unit)
    floor = rest < 0 ? quotient - 1 : quotient
    isWhole = rest == 0 && number.isExact
  }
}
