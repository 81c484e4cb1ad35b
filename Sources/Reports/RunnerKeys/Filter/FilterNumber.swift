import Racing

/// A decimal number of any length, for exact comparison with whole numbers and millionths.
package struct FilterNumber: Equatable, Sendable {
  /// The shortest digits that give the number back.
  let text: String
  /// The largest number of millionths that is not above the number.
  let floorMicros: Int128
  /// Whether the number is exactly that many millionths.
  let isExact: Bool

  /// Beyond every value that a column can hold, and within `Int128` millionths.
  private static let digitLimit = 30

  /// Reads an optional sign, digits, and an optional point with digits on either side of it.
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

/// A value between two neighbouring whole numbers of a column's unit, or one of them.
struct FilterBound: Sendable {
  /// The largest whole number not above the value.
  let floor: Int128
  /// Whether the value is that number.
  let isWhole: Bool

  /// The smallest whole number not below the value.
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
