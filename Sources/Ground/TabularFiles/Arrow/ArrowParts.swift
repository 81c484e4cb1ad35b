import CArrow
import Columns

/// The parts of an Arrow file with separate checksums: its description, and each column.
///
/// Together they cover all bytes of the file. The description consists of the bytes before the
/// first column and of the footer; a column ends where the next one begins, the last one at the
/// footer.
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
  init?(_ pages: MappedPages, starts columns: [UnsafeRawPointer?]) {
    guard let starts = Self.starts(of: columns, in: pages.bytes) else { return nil }
    self.pages = pages
    self.starts = starts
  }

  /// The number of columns.
  package var columnCount: Int { starts.count - 1 }

  /// Computes the checksum of the description: XXH3 of 64 bits of the footer, seeded with the
  /// checksum of the bytes before the first column.
  package var descriptionSum: UInt64 {
    // Safety: the bytes are mapped as long as this holds the pages.
    defer { withExtendedLifetime(pages) {} }
    return Self.descriptionSum(of: pages.bytes, starts)
  }

  /// Computes the checksum of a column: XXH3 of 64 bits.
  package func sum(ofColumn index: Int) -> UInt64 {
    // Safety: the bytes are mapped as long as this holds the pages.
    defer { withExtendedLifetime(pages) {} }
    return Self.sum(pages.bytes, starts[index]..<starts[index + 1])
  }

  /// Computes all checksums of a file's bytes, the description's first; nil if the columns do not
  /// follow one another.
  static func sums(
    of bytes: UnsafeRawBufferPointer, starts columns: [UnsafeRawPointer?]
  ) -> [UInt64]? {
    guard let starts = starts(of: columns, in: bytes) else { return nil }
    return [descriptionSum(of: bytes, starts)]
      + zip(starts, starts.dropFirst()).map { sum(bytes, $0..<$1) }
  }

  /// Computes the XXH3 of 64 bits of bytes.
  static func sum(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    // Safety: the bytes are read within this call.
    rb_sum64(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int64(bytes.count), seed)
  }

  // MARK: - Implementation

  /// Returns the first byte of each column, and of the footer; nil if they do not follow one
  /// another.
  private static func starts(
    of columns: [UnsafeRawPointer?], in bytes: UnsafeRawBufferPointer
  ) -> [Int]? {
    guard let first = bytes.baseAddress, bytes.count >= endBytes else { return nil }
    // Safety: the file has the four bytes read here, by its length.
    let footer = bytes.loadUnaligned(fromByteOffset: bytes.count - endBytes, as: Int32.self)
    let end = bytes.count - endBytes - Int(Int32(littleEndian: footer))
    // A column without bytes lies at the end.
    let starts = columns.map { $0.map { $0 - first } ?? end } + [end]
    guard starts[0] >= 0, end <= bytes.count - endBytes,
      zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return nil }
    return starts
  }

  private static func descriptionSum(of bytes: UnsafeRawBufferPointer, _ starts: [Int]) -> UInt64 {
    let before = sum(bytes, 0..<starts[0])
    return sum(UnsafeRawBufferPointer(rebasing: bytes[starts.last!...]), seed: before)
  }

  private static func sum(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt64 {
    sum(UnsafeRawBufferPointer(rebasing: bytes[range]), seed: 0)
  }
}
