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
  /// Creates the double nearest to a sum, the even one of two; the sum must not be negative.
  init(nearestTo sum: WideSum) {
    let high = UInt128(sum.high)
    guard high > 0 else {
      self.init(nearestTo: sum.low)
      return
    }
    // The highest 128 bits, with the last one set for any bits below, round like the whole.
    let shift = high.leadingZeroBitCount
    let top = high << UInt128(shift) | sum.low >> UInt128(UInt128.bitWidth - shift)
    let isInexact = sum.low << UInt128(shift) != 0
    let exponent = UInt128.bitWidth - shift
    self = Double(
      sign: .plus, exponent: exponent, significand: Double(nearestTo: top | (isInexact ? 1 : 0)))
  }
}

extension Double {
  /// Creates the double nearest to a whole number, the even one of two.
  init(nearestTo number: UInt128) {
    guard let wide = UInt64(exactly: number) else {
      // The highest 64 bits, with the last one set for any bits below, round like the whole.
      let shift = UInt128.bitWidth - number.leadingZeroBitCount - UInt64.bitWidth
      let high = UInt64(truncatingIfNeeded: number >> UInt128(shift))
      let isInexact = number & (UInt128(1) << UInt128(shift) - 1) != 0
      self = Double(sign: .plus, exponent: shift, significand: Double(high | (isInexact ? 1 : 0)))
      return
    }
    self = Double(wide)
  }
}
