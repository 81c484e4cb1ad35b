import Columns

/// A checksum of plain values, fast as reading them; it detects damage, not tampering.
///
/// Words alternate over four lanes, and a lane mixes each word in without loss: one changed word is
/// always detected, several changed words almost always.
enum BlockChecksum {
  /// The bytes that one thread processes at a time; this affects the result.
  private static let pieceBytes = 1 << 20
  private static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Computes the checksum of a block.
  ///
  /// - Parameters:
  ///   - bytes: The block: whole words of eight bytes, aligned.
  ///   - threads: The maximum number of threads; the result does not depend on it.
  /// - Returns: The checksum.
  static func of(_ bytes: UnsafeRawBufferPointer, threads: Int = 1) -> UInt64 {
    precondition(bytes.count % 8 == 0, "a block is whole words")
    let block = Block(bytes: bytes)
    let pieces = (bytes.count + pieceBytes - 1) / pieceBytes
    let sums = ParallelTasks.map(count: pieces, threads: threads) { piece in
      let start = piece * pieceBytes
      return sum(block.bytes, start..<min(start + pieceBytes, block.bytes.count))
    }
    return sums.reduce(mixed(seed, UInt64(bytes.count)), mixed)
  }

  // MARK: - Implementation

  private struct Block: @unchecked Sendable {
    // Safety: read only, while the caller holds the memory.
    let bytes: UnsafeRawBufferPointer
  }

  private static func sum(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt64 {
    var (first, second, third, fourth) = (seed, ~seed, seed &* 3, seed &* 5)
    var place = range.lowerBound
    // Safety: the range lies in the block, and a word is read only if eight bytes remain.
    let start = bytes.baseAddress.unsafelyUnwrapped
    func word(_ offset: Int) -> UInt64 { start.load(fromByteOffset: offset, as: UInt64.self) }
    while place &+ 32 <= range.upperBound {
      first = mixed(first, word(place))
      second = mixed(second, word(place &+ 8))
      third = mixed(third, word(place &+ 16))
      fourth = mixed(fourth, word(place &+ 24))
      place &+= 32
    }
    while place < range.upperBound {
      first = mixed(first, word(place))
      place &+= 8
    }
    return mixed(mixed(mixed(first, second), third), fourth)
  }

  @inline(__always)
  private static func mixed(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let both = lane ^ word
    return (both << 29 | both >> 35) &* 0xD6E8_FEB8_6659_FD93
  }
}
