import CArrow
import Columns

/// The parts of an Arrow file that have checksums of their own: its description, and each column.
///
/// Together they are all bytes of the file. The description is what precedes the first column and
/// the footer; a column runs up to the next one, the last one up to the footer.
///
/// If you change this, also change `docs/schema.md`, §4.
package struct ArrowParts: Sendable {
  /// The file's pages.
  package let pages: MappedPages
  /// The first byte of each column, and the first of the footer.
  private let starts: [Int]

  /// The length of a file's end: the footer's length in four bytes, and the magic.
  private static let endBytes = 10

  /// Finds the parts; nil if the columns do not follow one another.
  init?(_ pages: MappedPages, starts: [UnsafeRawPointer?]) {
    let bytes = pages.bytes
    guard let first = bytes.baseAddress, bytes.count >= Self.endBytes else { return nil }
    // Safety: the bytes are mapped, and four more than those read here.
    let footer = bytes.loadUnaligned(
      fromByteOffset: bytes.count - Self.endBytes, as: Int32.self)
    let end = bytes.count - Self.endBytes - Int(Int32(littleEndian: footer))
    // A column without bytes lies at the end.
    let places = starts.map { $0.map { $0 - first } ?? end } + [end]
    guard places[0] >= 0, end <= bytes.count - Self.endBytes,
      zip(places, places.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return nil }
    self.pages = pages
    self.starts = places
  }

  /// The number of columns.
  package var columnCount: Int { starts.count - 1 }

  /// Computes the checksum of the description: XXH3 of 64 bits of the footer, seeded with that of
  /// the bytes before the first column.
  package var descriptionSum: UInt64 {
    sum(starts[columnCount]..<pages.byteCount, seed: sum(0..<starts[0], seed: 0))
  }

  /// Computes the checksum of a column: XXH3 of 64 bits.
  package func sum(ofColumn index: Int) -> UInt64 {
    sum(starts[index]..<starts[index + 1], seed: 0)
  }

  /// Computes all checksums, the description's first.
  package var sums: [UInt64] { [descriptionSum] + (0..<columnCount).map(sum(ofColumn:)) }

  /// Computes the XXH3 of 64 bits of bytes.
  static func sum(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    // Safety: the bytes are read within this call.
    rb_sum64(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int64(bytes.count), seed)
  }

  // MARK: - Implementation

  private func sum(_ range: Range<Int>, seed: UInt64) -> UInt64 {
    // Safety: the range lies in the pages, which this holds.
    defer { withExtendedLifetime(pages) {} }
    return Self.sum(UnsafeRawBufferPointer(rebasing: pages.bytes[range]), seed: seed)
  }
}
