extension Column {
  /// Returns consecutive rows, without a copy if the layout allows it.
  ///
  /// - Parameter range: The rows.
  /// - Returns: The same rows as gathering them one by one.
  package func sliced(_ range: Range<Int>) -> Column {
    let part: ColumnValues =
      switch values {
      case .int16(let buffer): .int16(buffer.slice(range))
      case .int32(let buffer): .int32(buffer.slice(range))
      case .int64(let buffer): .int64(buffer.slice(range))
      case .double(let buffer): .double(buffer.slice(range))
      case .boolean(let bits): .boolean(bits.sliced(range))
      case .text(let text):
        .text(
          TextBuffer(
            offsets: text.offsets.slice(range.lowerBound..<(range.upperBound + 1)),
            bytes: text.bytes))
      }
    guard let bits = validity.bits?.sliced(range) else { return Column(type, part) }
    return Column(type, part, bits.isFull ? .allValid : Validity(bits))
  }
}

extension Bitmap {
  /// Returns consecutive bits, shifted to the start of a byte.
  package func sliced(_ range: Range<Int>) -> Bitmap {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range out of bounds")
    let shift = UInt16(range.lowerBound & 7)
    let first = range.lowerBound >> 3
    let source = bytes.pointer
    let sliced = Buffer<UInt8>(count: (range.count + 7) / 8) { out in
      for byte in out.indices {
        let low = UInt16(source[first + byte])
        let high = first + byte + 1 < source.count ? UInt16(source[first + byte + 1]) : 0
        out[byte] = UInt8(truncatingIfNeeded: (high << 8 | low) >> shift)
      }
      // Clear the bits beyond the last row.
      let rest = range.count & 7
      if rest > 0 { out[out.count - 1] &= UInt8(1 << rest) - 1 }
    }
    return Bitmap(bytes: sliced, count: range.count)
  }
}
