extension UnsafeBufferPointer<UInt8> {
  /// The bytes without ASCII blanks at either end.
  var trimmed: UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = count
    while start < end, self[start] <= 0x20 { start += 1 }
    while end > start, self[end - 1] <= 0x20 { end -= 1 }
    return UnsafeBufferPointer(rebasing: self[start..<end])
  }

  /// The bytes as a text for messages, cut where it is long.
  var shown: String {
    let text = String(decoding: prefix(400), as: UTF8.self)
    return text.count <= 80 ? text : "\(text.prefix(77))…"
  }
}
