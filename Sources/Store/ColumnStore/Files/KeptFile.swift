import Columns
import Foundation
import TabularFiles

/// A file of results computed from a store, kept beside its tables for the next request.
///
/// It has a text, which describes the content and its sources, and blocks of plain values, which
/// are used as mapped. Losing it costs only time: it is not in the manifest, not synced, and
/// ignored if damaged or written with another byte order.
///
/// - Layout: five words (magic, checksum of the head after it, bytes of the file, bytes of the
///   text, number of blocks); for each block its bytes and checksum; the text; then the blocks.
///   Head and blocks begin at multiples of 64 bytes.
package struct KeptFile: Sendable {
  /// The folder of these files inside a store.
  package static let folder = "sums"

  /// The description of the content and its sources.
  package let text: String

  private let blocks: [(bytes: Buffer<UInt8>, checksum: UInt64)]

  static let magic: UInt64 = 0x5242_5355_4D53_0001
  static let headWords = 5
  static let alignment = 64
  static let blockLimit = 1 << 16

  /// Maps a file and reads its head; nil if it is missing or damaged.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - name: The file's name.
  package init?(store: String, name: String) {
    // Opening a pipe would wait for its writer, and a link leads out of the store.
    guard (try? OwnFile.isThere(Self.path(store, name))) == true,
      (try? OwnFile.checkFolders(of: [Self.folder + "/" + name], in: store)) != nil,
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
      // The padding has no checksum.
      guard raw[range.upperBound..<next].allSatisfy({ $0 == 0 }) else { return nil }
    }
    guard next == bytes.count else { return nil }
    self.blocks = blocks
    withExtendedLifetime(bytes) {}
  }

  /// Whether all blocks match their checksums.
  ///
  /// - Parameter threads: The maximum number of threads.
  /// - Returns: The answer; afterwards the pages are in memory.
  package func isWhole(threads: Int) -> Bool {
    blocks.allSatisfy { block in
      BlockChecksum.of(UnsafeRawBufferPointer(block.bytes.pointer), threads: threads)
        == block.checksum
    }
  }

  /// Returns a block's values, mapped as long as they are held.
  ///
  /// - Parameters:
  ///   - index: The block's index in the file.
  ///   - type: The type of the block's values.
  /// - Returns: The values; nil if there is no such block, or its size is no multiple of the
  ///   type's.
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
