/// One bit per row, least significant bit first, as in Arrow.
public struct Bitmap: Sendable {
  /// The packed bits; those beyond `count` are unspecified.
  public let bytes: Buffer<UInt8>
  /// The number of bits.
  public let count: Int

  /// Wraps packed bits.
  public init(bytes: Buffer<UInt8>, count: Int) {
    precondition(bytes.count * 8 >= count, "a bitmap needs a bit per row")
    self.bytes = bytes
    self.count = count
  }

  /// Packs one flag per row.
  public init(_ flags: [Bool]) {
    self.init(count: flags.count) { flags[$0] }
  }

  /// Packs the flag of every row.
  public init(count: Int, _ flag: (Int) -> Bool) {
    let bytes = Buffer<UInt8>(count: (count + 7) / 8) { out in
      for byte in out.indices {
        var bits: UInt8 = 0
        // Branch-free: the flags are unpredictable.
        for bit in 0..<min(8, count - byte * 8) {
          bits |= (flag(byte * 8 + bit) ? 1 : 0) << UInt8(truncatingIfNeeded: bit)
        }
        out[byte] = bits
      }
    }
    self.init(bytes: bytes, count: count)
  }

  /// The flag of one row.
  public subscript(row: Int) -> Bool { bytes[row >> 3] >> UInt8(row & 7) & 1 == 1 }

  /// The number of rows with the flag.
  public var trueCount: Int {
    var total = 0
    for word in 0..<wordCount { total &+= self.word(word).nonzeroBitCount }
    for row in (wordCount * 64)..<count where self[row] { total += 1 }
    return total
  }

  /// Whether every row has the flag.
  public var isFull: Bool {
    // Most other bitmaps have a row without it near the beginning.
    (0..<wordCount).allSatisfy { word($0) == .max }
      && (wordCount * 64..<count).allSatisfy { self[$0] }
  }

  // MARK: - Implementation

  /// The number of complete 64-bit words.
  private var wordCount: Int { count / 64 }

  @inline(__always)
  private func word(_ index: Int) -> UInt64 {
    // Safety: there is a byte for every eight rows; the initialiser checks it.
    UnsafeRawPointer(bytes.pointer.baseAddress.unsafelyUnwrapped)
      .loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
  }
}

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
    // Safety: `out` has a bit for each row of all parts, and no bit after a part's rows is set.
    let shift = UInt8(start & 7)
    let source = part.bytes.pointer
    for byte in 0..<((part.count + 7) / 8) {
      // The bits of a part beyond its count are unspecified.
      let own = min(8, part.count - byte * 8)
      let bits = source[byte] & UInt8(truncatingIfNeeded: (1 << own) - 1)
      let target = (start >> 3) + byte
      out[target] |= bits << shift
      let rest = shift == 0 ? 0 : bits >> (8 - shift)
      if rest > 0 { out[target + 1] |= rest }
    }
  }
}
