import Columns
import Foundation

/// Blocks of records after a CSV text's header, as long as the text has no quotes.
///
/// Such text is split without a copy: readers take the cells in place.
public struct CSVBlocks {
  /// Whether the text so far has commas, and no quote, lone carriage return, overlong line or byte
  /// order mark.
  public private(set) var isWhole = true

  /// The running checksum of the returned text, if the file is mapped.
  public let sum: TextSum?

  private let text: CSVText
  private let readers: [CellBlockReader]
  private var cutter: BlockCutter?
  /// The text returned last.
  private var handedOut: Range<Int>?

  /// Starts after the header.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - threads: The maximum number of threads that look for cells.
  /// - Throws: ``FileError`` for a malformed header.
  public init(_ text: CSVText, threads: Int) throws(FileError) {
    self.text = text
    sum = text.mapped.map { TextSum(of: $0) }
    let names = try text.columnNames()
    readers = (0..<max(threads, 1)).map { _ in
      CellBlockReader(columns: names, largest: Self.largestBlock)
    }
    // Only commas are supported in place.
    guard text.delimiter == UInt8(ascii: ",") else {
      isWhole = false
      return
    }
    cutter = text.header.map { BlockCutter(text: text.bytes, next: $0.upperBound) }
  }

  /// Returns the next blocks, in file order; earlier blocks become invalid.
  ///
  /// - Returns: Some blocks; nil at the end, and once the text is no longer ``isWhole``.
  public mutating func next() -> [CellBlock]? {
    if let handedOut { releasePages(of: handedOut) }
    var ranges: [Range<Int>] = []
    while ranges.count < readers.count, let range = cutter?.next(Self.blockLength) {
      guard range.count <= Self.largestBlock else { return stop() }
      ranges.append(range)
    }
    guard let first = ranges.first, let last = ranges.last else { return nil }
    let (wanted, bytes, readers) = (ranges, text.bytes, readers)
    let blocks = ParallelTasks.map(count: wanted.count, threads: readers.count) { index in
      readers[index].read(bytes.slice(wanted[index]))
    }
    let whole = blocks.compactMap { $0 }
    guard whole.count == blocks.count else { return stop() }
    handedOut = first.lowerBound..<last.upperBound
    if let base = bytes.pointer.baseAddress { sum?.note(readUpTo: base + last.upperBound) }
    return whole
  }

  // MARK: - Implementation

  /// A block and its results fit a core's own cache.
  private static let blockLength = 512 << 10
  private static let largestBlock = 16 << 20

  /// The share of the text that was returned, 0 to 1.
  var returnedShare: Double {
    Double(handedOut?.upperBound ?? 0) / Double(max(text.bytes.count, 1))
  }

  private mutating func stop() -> [CellBlock]? {
    isWhole = false
    cutter = nil
    handedOut = nil
    return nil
  }

  /// Drops a mapped text's pages from this process's memory; the system may keep them cached.
  private func releasePages(of range: Range<Int>) {
    guard text.mapped != nil, let base = text.bytes.pointer.baseAddress else { return }
    let page = 4096
    let start = Int(bitPattern: base + range.lowerBound) / page * page
    let end = Int(bitPattern: base + range.upperBound) / page * page
    // Safety: whole pages of a private, read-only file mapping; they are read again on demand.
    if end > start {
      madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_DONTNEED)
    }
  }
}

/// Cuts a text at line ends.
private struct BlockCutter {
  let text: Buffer<UInt8>
  var next: Int

  /// Returns about `length` further bytes, up to a line end.
  mutating func next(_ length: Int) -> Range<Int>? {
    guard next < text.count else { return nil }
    let start = next
    let wanted = start + length
    guard wanted < text.count, let base = text.pointer.baseAddress else {
      next = text.count
      return start..<next
    }
    // Safety: `wanted` lies inside the text.
    let end = memchr(base + wanted, 0x0A, text.count - wanted).map {
      UnsafeRawPointer($0) - UnsafeRawPointer(base) + 1
    }
    next = end ?? text.count
    return start..<next
  }
}
