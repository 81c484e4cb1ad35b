import Columns
import Racing

/// Beaten distances in lengths.
enum Lengths {
  /// Reads `3`, `0.5`, `1/2` or `2-3/4` into 10⁻⁶ lengths.
  static func micros(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let last = parts.last, parts.count <= 2 else { return nil }
    guard let end = fractionMicros(Array(last)) else { return nil }
    guard parts.count == 2 else { return end }
    let first = Array(parts[0])
    guard let whole = Decimal6.parseMicros(first.span) else { return nil }
    let (sum, overflow) = whole.addingReportingOverflow(end)
    return overflow ? nil : sum
  }

  private static func fractionMicros(_ text: [UInt8]) -> Int64? {
    let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return Decimal6.parseMicros(text.span) }
    let first = Array(parts[0])
    guard let top = Decimal6.parseMicros(first.span),
      let bottom = Int64(String(decoding: parts[1], as: UTF8.self)), bottom > 0
    else { return nil }
    return Rounding.halfEven(top, dividedBy: bottom)
  }
}
