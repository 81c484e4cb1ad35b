import Columns
import Foundation
import SystemFiles
import TabularFiles

/// A file of what was computed from a store, kept beside its tables for whoever asks the same again.
///
/// It has a text, which says what it is and what it was computed from, and blocks of plain values,
/// which are used where they are mapped. Only time is lost with it: it is not in the manifest, not
/// synced, and ignored where it is damaged or was written on a machine of another byte order.
///
/// - Layout: five words (magic, checksum of the head behind it, bytes of the file, bytes of the
///   text, number of blocks), per block its bytes and checksum, the text; then the blocks. Head and
///   blocks begin at multiples of 64 bytes.
package struct KeptFile: Sendable {
  /// The folder inside a store that these files lie in.
  package static let folder = "sums"

  /// What the file says of itself.
  package let text: String

  private let blocks: [(bytes: Buffer<UInt8>, checksum: UInt64)]

  static let magic: UInt64 = 0x5242_5355_4D53_0001
  static let headWords = 5
  static let alignment = 64
  static let blockLimit = 1 << 16

  /// Maps a file and reads its head; nil where there is no such file, or where that is damaged.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - name: The file's name.
  package init?(store: String, name: String) {
    // To open a pipe would be to wait for whoever writes to it.
    guard (try? FileSystem.status(of: Self.path(store, name)))?.kind == .file,
      let bytes = try? MappedFile.bytes(of: Self.path(store, name)),
      bytes.count >= Self.headWords * 8, bytes.count % Self.alignment == 0
    else { return nil }
    let raw = UnsafeRawBufferPointer(bytes.pointer)
    // Safety: a mapping is aligned, and every word read below lies inside the file.
    func word(_ index: Int) -> UInt64 { raw.load(fromByteOffset: 8 * index, as: UInt64.self) }
    let (textBytes, blockCount) = (word(3), word(4))
    guard word(0) == Self.magic, word(2) == bytes.count, textBytes < bytes.count,
      blockCount < Self.blockLimit
    else { return nil }
    let textStart = 8 * (Self.headWords + 2 * Int(blockCount))
    var next = Self.aligned(textStart + Int(textBytes))
    guard next <= bytes.count,
      word(1) == BlockChecksum.of(UnsafeRawBufferPointer(rebasing: raw[16..<next]))
    else { return nil }
    text = String(decoding: raw[textStart..<textStart + Int(textBytes)], as: UTF8.self)
    var blocks: [(Buffer<UInt8>, UInt64)] = []
    for block in 0..<Int(blockCount) {
      let place = Self.headWords + 2 * block
      guard word(place) <= bytes.count - next else { return nil }
      let range = next..<next + Int(word(place))
      blocks.append((bytes.slice(range), word(place + 1)))
      next = min(Self.aligned(range.upperBound), bytes.count)
    }
    self.blocks = blocks
    withExtendedLifetime(bytes) {}
  }

  /// Whether all blocks are as they were written.
  ///
  /// - Parameter threads: How many threads may read them.
  /// - Returns: The answer; afterwards their pages are at hand.
  package func isWhole(threads: Int) -> Bool {
    blocks.allSatisfy { block in
      BlockChecksum.of(UnsafeRawBufferPointer(block.bytes.pointer), threads: threads)
        == block.checksum
    }
  }

  /// A block's values, mapped for as long as they are held.
  ///
  /// - Parameters:
  ///   - index: The block's place in the file.
  ///   - type: What the block was written of.
  /// - Returns: The values; nil where there is no such block, or it holds no whole number of them.
  package func values<Element: BitwiseCopyable & Sendable>(
    _ index: Int, of type: Element.Type
  ) -> Buffer<Element>? {
    guard blocks.indices.contains(index),
      blocks[index].bytes.count % MemoryLayout<Element>.stride == 0
    else { return nil }
    return blocks[index].bytes.values(of: type)
  }

  // MARK: - Implementation

  static func path(_ store: String, _ name: String) -> String {
    store + "/" + folder + "/" + name
  }

  static func aligned(_ bytes: Int) -> Int {
    (bytes + alignment - 1) / alignment * alignment
  }
}
