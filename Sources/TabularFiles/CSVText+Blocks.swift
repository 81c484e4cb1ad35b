import Columns
import Foundation

extension CSVText {
  /// Hands out the records behind the header in blocks, as long as they hold no quotes.
  ///
  /// Cutting such text needs no copy of it: readers take the cells from where they stand.
  ///
  /// - Parameters:
  ///   - threads: How many threads may look for cells.
  ///   - take: Takes some blocks, in file order; they are gone when it returns.
  /// - Returns: Whether all was handed out; false where a quote, a lone carriage return or an
  ///   overlong line was met, and what was handed out before is void.
  /// - Throws: ``FileError`` when the header is malformed.
  public func readBlocks(threads: Int, take: ([CellBlock]) -> Void) throws(FileError) -> Bool {
    let names = try columnNames()
    var records = CSVRecords(bytes)
    guard let header = records.next() else { return true }
    let readers = (0..<max(threads, 1)).map { _ in
      CellBlockReader(columns: names, largest: Self.largestBlock)
    }
    var cutter = BlockCutter(text: bytes, next: header.bytes.upperBound)
    while true {
      var ranges: [Range<Int>] = []
      while ranges.count < readers.count, let range = cutter.next(Self.blockLength) {
        guard range.count <= Self.largestBlock else { return false }
        ranges.append(range)
      }
      guard !ranges.isEmpty else { return true }
      let wanted = ranges
      let blocks = ParallelTasks.map(count: wanted.count, threads: threads) { index in
        readers[index].read(bytes.slice(wanted[index]))
      }
      let whole = blocks.compactMap { $0 }
      guard whole.count == blocks.count else { return false }
      take(whole)
      letGo(of: wanted[0].lowerBound..<wanted[wanted.count - 1].upperBound)
    }
  }

  // MARK: - Implementation

  /// A block and what is made of it stay in a core's own cache.
  private static let blockLength = 512 << 10
  private static let largestBlock = 16 << 20

  /// Takes a mapped text's pages out of this process's memory; the system may keep them.
  private func letGo(of range: Range<Int>) {
    guard isMapped, let base = bytes.pointer.baseAddress else { return }
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
