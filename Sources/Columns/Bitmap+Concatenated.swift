extension Bitmap {
  /// Concatenates bitmaps.
  ///
  /// - Parameter parts: Bitmaps of any length, also empty.
  /// - Returns: A bitmap with all their rows.
  public static func concatenated(_ parts: [Bitmap]) -> Bitmap {
    let count = parts.reduce(0) { $0 + $1.count }
    let bytes = Buffer<UInt8>(count: (count + 7) / 8) { out in
      out.initialize(repeating: 0)
      var next = 0
      for part in parts {
        add(part, to: out, at: next)
        next += part.count
      }
    }
    return Bitmap(bytes: bytes, count: count)
  }

  // MARK: - Implementation

  private static func add(
    _ part: Bitmap, to out: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) {
    // Safety: `out` has a bit for each row of all parts, and no bit behind a part's rows is set.
    let shift = UInt8(start & 7)
    let source = part.bytes.pointer
    for byte in 0..<((part.count + 7) / 8) {
      // Bits beyond the part's own are unspecified.
      let own = min(8, part.count - byte * 8)
      let bits = source[byte] & UInt8(truncatingIfNeeded: (1 << own) - 1)
      let target = (start >> 3) + byte
      out[target] |= bits << shift
      let rest = shift == 0 ? 0 : bits >> (8 - shift)
      if rest > 0 { out[target + 1] |= rest }
    }
  }
}
