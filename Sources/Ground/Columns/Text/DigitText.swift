extension FixedWidthInteger {
  /// Reads a number of decimal digits only; nil for any other text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - most: The maximum number of digits, few enough that no number overflows.
  @inlinable @inline(__always)
  package init?(digits text: UnsafeBufferPointer<UInt8>, atMost most: Int) {
    guard UInt(bitPattern: text.count &- 1) < UInt(bitPattern: most) else { return nil }
    // Safety: the loop stays within the text.
    var value: Self = 0
    for byte in text {
      let digit = byte &- 48
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Self(truncatingIfNeeded: digit)
    }
    self = value
  }
}
