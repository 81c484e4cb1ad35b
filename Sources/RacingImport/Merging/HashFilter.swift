import Columns

/// Tells of nearly all hashes that they are not among some others, at a glance.
struct HashFilter {
  /// A bit for each value that a hash's lowest bits can have; enough that few are set.
  private let bits: [UInt64]
  private let mask: UInt64

  /// Takes the hashes to be found.
  init(_ hashes: [Int64]) {
    var wordCount = 1
    while wordCount < hashes.count { wordCount *= 2 }
    let mask = UInt64(wordCount * 64 - 1)
    var bits = [UInt64](repeating: 0, count: wordCount)
    for hash in hashes {
      let bit = UInt64(bitPattern: hash) & mask
      bits[Int(bit >> 6)] |= 1 << (bit & 63)
    }
    self.bits = bits
    self.mask = mask
  }

  /// The hashes of a list that may be among those to be found: these, and few others.
  func likely(in hashes: Buffer<Int64>) -> [Int64] {
    var found: [Int64] = []
    bits.withUnsafeBufferPointer { bits in
      for hash in hashes.pointer {
        let bit = UInt64(bitPattern: hash) & mask
        // Safety: the mask leaves no bit behind the last word.
        if bits[Int(bit >> 6)] >> (bit & 63) & 1 == 1 { found.append(hash) }
      }
    }
    return found
  }
}
