/// A 256-bit sum of products of two `Int128`.
struct WideSum {
  private(set) var high: Int128 = 0
  private(set) var low: UInt128 = 0

  /// Adds one product.
  mutating func add(_ left: Int128, times right: Int128) {
    let product = left.multipliedFullWidth(by: right)
    let (sum, carries) = low.addingReportingOverflow(product.low)
    low = sum
    high += product.high + (carries ? 1 : 0)
  }
}

extension Double {
  /// Converts a sum; three roundings, so within two ulps of it.
  init(_ sum: WideSum) {
    self = Double(sum.high) * 0x1p128 + Double(sum.low)
  }
}
