/// One to nine ASCII digits inside a text, and where they end.
struct WholeNumber {
  let value: Int64
  let end: Int

  init?(_ bytes: Span<UInt8>, from start: Int) {
    var value: Int64 = 0
    var index = start
    while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit <= 9 {
      value = value * 10 + Int64(digit)
      index += 1
      guard index - start <= 9 else { return nil }
    }
    guard index > start else { return nil }
    self.value = value
    end = index
  }
}
