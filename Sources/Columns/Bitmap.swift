/// One bit per row, least significant bit first, as Arrow lays them out.
public struct Bitmap: Sendable {
  /// The packed bits; those past `count` are unspecified.
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
        // Without a jump, for nobody can foresee the flags.
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

  /// How many rows carry the flag.
  public var trueCount: Int {
    var total = 0
    let source = bytes.pointer
    for row in 0..<(count / 8) { total &+= source[row].nonzeroBitCount }
    for row in (count / 8 * 8)..<count where self[row] { total += 1 }
    return total
  }
}

/// Which rows of a column hold a value; absent bits mean that all do.
public struct Validity: Sendable {
  /// The bits, or nil where every row holds a value.
  public let bits: Bitmap?

  /// Every row holds a value.
  public static let allValid = Validity(nil)

  /// Wraps the bits; nil means that every row holds a value.
  public init(_ bits: Bitmap?) { self.bits = bits }

  /// Packs flags, dropping them where no row is null.
  public init(_ flags: [Bool]) {
    self.init(flags.allSatisfy { $0 } ? nil : Bitmap(flags))
  }

  /// Whether the row holds a value.
  public func isValid(_ row: Int) -> Bool { bits.map { $0[row] } ?? true }

  /// How many rows hold none.
  public var nullCount: Int { bits.map { $0.count - $0.trueCount } ?? 0 }
}
