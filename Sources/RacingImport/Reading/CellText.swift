extension UnsafeBufferPointer<UInt8> {
  /// The bytes without ASCII blanks at either end.
  @inline(__always)
  var trimmed: UnsafeBufferPointer<UInt8> {
    guard count > 0, self[0] <= 0x20 || self[count - 1] <= 0x20 else { return self }
    var start = 0
    var end = count
    while start < end, self[start] <= 0x20 { start += 1 }
    while end > start, self[end - 1] <= 0x20 { end -= 1 }
    return UnsafeBufferPointer(rebasing: self[start..<end])
  }

  /// Whether all bytes are ASCII.
  @inline(__always)
  var isASCII: Bool {
    var all: UInt8 = 0
    for byte in self { all |= byte }
    return all < 0x80
  }

  /// The bytes as a text for messages, cut where it is long.
  var shown: String {
    let text = String(decoding: prefix(400), as: UTF8.self)
    return text.count <= 80 ? text : "\(text.prefix(77))…"
  }
}
