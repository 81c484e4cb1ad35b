import Columns

/// A checksum of plain values against damage, at the speed of reading them; not against malice.
///
/// Words go round four lanes, each of which mixes a word in without losing anything: that one word
/// differs is always noticed, that several do as good as always.
enum BlockChecksum {
  /// Bytes that one thread takes at a time; part of the result.
  private static let pieceBytes = 1 << 20
  private static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The checksum of a block.
  ///
  /// - Parameters:
  ///   - bytes: The block: aligned to words of eight bytes, and whole ones.
  ///   - threads: How many threads may work; the result is the same.
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
    // Safety: only read, while the caller holds the memory.
    let bytes: UnsafeRawBufferPointer
  }

  private static func sum(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt64 {
    var (first, second, third, fourth) = (seed, ~seed, seed &* 3, seed &* 5)
    var place = range.lowerBound
    // Safety: the range lies in the block, and a word is read where eight bytes are left.
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
