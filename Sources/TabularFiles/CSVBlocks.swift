import Columns
import Foundation

/// The records behind a CSV text's header in blocks, as long as they hold no quotes.
///
/// Cutting such text needs no copy of it: readers take the cells from where they stand.
public struct CSVBlocks {
  /// Whether no quote, lone carriage return or overlong line was met so far.
  public private(set) var isWhole = true

  /// Sums what is handed out, where the text is a mapped file's.
  public let sum: TextSum?

  private let text: CSVText
  private let readers: [CellBlockReader]
  private var cutter: BlockCutter?
  /// What was handed out last.
  private var handedOut: Range<Int>?

  /// Begins behind the header.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - threads: How many threads may look for cells.
  /// - Throws: ``FileError`` when the header is malformed.
  public init(_ text: CSVText, threads: Int) throws(FileError) {
    self.text = text
    sum = text.mapped.map { TextSum(of: $0) }
    let names = try text.columnNames()
    readers = (0..<max(threads, 1)).map { _ in
      CellBlockReader(columns: names, largest: Self.largestBlock)
    }
    var records = CSVRecords(text.bytes)
    cutter = records.next().map { BlockCutter(text: text.bytes, next: $0.bytes.upperBound) }
  }

  /// The next blocks, in file order; those before are gone.
  ///
  /// - Returns: Some blocks; nil at the end, and where the text is no longer ``isWhole``.
  public mutating func next() -> [CellBlock]? {
    if let handedOut { letGo(of: handedOut) }
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

  /// A block and what is made of it stay in a core's own cache.
  private static let blockLength = 512 << 10
  private static let largestBlock = 16 << 20

  private mutating func stop() -> [CellBlock]? {
    isWhole = false
    cutter = nil
    handedOut = nil
    return nil
  }

  /// Takes a mapped text's pages out of this process's memory; the system may keep them.
  private func letGo(of range: Range<Int>) {
    guard text.mapped != nil, let base = text.bytes.pointer.baseAddress else { return }
    let page = 4096
    let start = Int(bitPattern: base + range.lowerBound) / page * page
    let end = Int(bitPattern: base + range.upperBound) / page * page
    // Safety: whole pages of a file's private, read-only mapping; they are read again when needed.
    if end > start {
      madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_DONTNEED)
    }
  }
}

/// Cuts a text at line ends.
private struct BlockCutter {
  let text: Buffer<UInt8>
  var next: Int

  /// The next bytes, about so many, up to a line end.
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
