import CKernels
import Columns
import Kernels

/// Codes of the pairs formed by two columns, with a bit for every possible pair.
///
/// Columns with few names have few possible pairs: their bits stay in the cache, unlike a table of
/// pairs and codes. Codes follow the order of appearance, so pairs of one time have neighbouring
/// sums.
package struct PairBits {
  /// A month's codes by row.
  package struct Month: Sendable {
    let left: Buffer<Int32>
    let right: Buffer<Int32>
  }

  /// Per code, the pair; the left code is the upper half.
  let pairs: Buffer<UInt64>
  private let months: [Month]
  private let width: Int
  /// Bit `left · width + right` is set if the pair exists.
  private let bits: ColumnMemory<UInt64>
  /// Per word of the bits, the number of bits set before it.
  private let before: ColumnMemory<Int32>
  /// Per set bit, the pair's code.
  private let numbers: ColumnMemory<Int32>

  /// Whether the bits of all possible pairs take at most one byte per row.
  static func areFew(_ counts: (left: Int, right: Int), rows: Int) -> Bool {
    let (possible, isOver) = counts.left.multipliedReportingOverflow(by: counts.right)
    return !isOver && possible / 8 <= rows
  }

  /// Finds and numbers the pairs.
  ///
  /// - Parameters:
  ///   - months: The columns.
  ///   - counts: Upper bounds of the codes of either column.
  ///   - threads: Number of worker threads.
  init(_ months: [Month], _ counts: (left: Int, right: Int), threads: Int) {
    let width = counts.right
    let wordCount = (counts.left * counts.right + 63) / 64
    let parts = Self.parts(months, threads)
    let met = ParallelTasks.map(count: max(1, parts.count), threads: threads) { part in
      let met = MetPairs(counts)
      for (month, rows) in parts.isEmpty ? [] : parts[part] { met.add(months[month], rows) }
      return met
    }
    for later in met.dropFirst() { met[0].add(later) }
    let count = met[0].pairs.count
    pairs = Buffer(count: count) { _ = $0.update(fromContentsOf: met[0].pairs.values) }
    bits = met[0].bits
    before = ColumnMemory(count: wordCount)
    var next: Int32 = 0
    for word in 0..<wordCount {
      before.start[word] = next
      next += Int32(bits.start[word].nonzeroBitCount)
    }
    numbers = ColumnMemory(count: count)
    for (code, pair) in pairs.pointer.enumerated() {
      // Safety: the pair's bit is set, and each set bit has a number.
      let place = MetPairs.place(of: pair, width)
      let below = bits.start[place >> 6] & (1 << UInt64(place & 63) - 1)
      numbers.start[Int(before.start[place >> 6]) + below.nonzeroBitCount] = Int32(code)
    }
    (self.months, self.width) = (months, width)
  }

  /// Fills in the codes of all rows, month by month; −1 if either column has none.
  func fill(_ codes: UnsafeMutablePointer<Int32>, threads: Int) {
    var starts = [0]
    for month in months { starts.append(starts.last! + month.left.count) }
    // Safety: each row is written once, and its pair has a bit and a number.
    nonisolated(unsafe) let target = codes
    let firsts = starts
    let parts = Self.parts(months, threads)
    _ = ParallelTasks.map(count: parts.count, threads: threads) { part in
      for (month, rows) in parts[part] {
        let (left, right) = (months[month].left, months[month].right)
        rb_pair_codes(
          target + firsts[month] + rows.lowerBound,
          left.slice(rows).pointer.baseAddress, right.slice(rows).pointer.baseAddress,
          Int64(rows.count), Int64(width), bits.start, before.start, numbers.start)
      }
    }
    withExtendedLifetime(self) {}
  }

  // MARK: - Implementation

  /// Splits the rows into one contiguous list per thread, of about equal lengths.
  private static func parts(_ months: [Month], _ threads: Int) -> [[(Int, Range<Int>)]] {
    let total = months.reduce(0) { $0 + $1.left.count }
    return Parallel.ranges(count: total, parts: threads).map { range in
      var next = 0
      return months.enumerated().compactMap { index, month in
        let own = range.clamped(to: next..<next + month.left.count)
        defer { next += month.left.count }
        return own.isEmpty ? nil : (index, own.lowerBound - next..<own.upperBound - next)
      }
    }
  }
}

/// The pairs of some rows: a bit for each, and a list in order of appearance.
private final class MetPairs: @unchecked Sendable {
  // Safety: filled by one thread, then read by others.
  let bits: ColumnMemory<UInt64>
  private(set) var pairs = Slots<UInt64>()
  private let counts: (left: Int, right: Int)

  /// Creates an empty set.
  init(_ counts: (left: Int, right: Int)) {
    bits = ColumnMemory(count: (counts.left * counts.right + 63) / 64)
    bits.start.initialize(repeating: 0, count: bits.count)
    self.counts = counts
  }

  /// Returns the number of a pair's bit.
  @inline(__always)
  static func place(of pair: UInt64, _ width: Int) -> Int {
    Int(pair >> 32) &* width &+ Int(pair & 0xFFFF_FFFF)
  }

  /// Adds rows of a month; their codes must be below the counts.
  func add(_ month: PairBits.Month, _ rows: Range<Int>) {
    let (left, right) = (month.left.slice(rows).pointer, month.right.slice(rows).pointer)
    for row in 0..<rows.count where left[row] >= 0 && right[row] >= 0 {
      add(UInt64(left[row]) << 32 | UInt64(right[row]))
    }
  }

  /// Adds the pairs of later rows.
  func add(_ later: MetPairs) {
    for pair in later.pairs.values { add(pair) }
  }

  @inline(__always)
  private func add(_ pair: UInt64) {
    // Safety: each pair of codes below the counts has a bit.
    let place = Self.place(of: pair, counts.right)
    let bit = 1 << UInt64(truncatingIfNeeded: place & 63) as UInt64
    guard bits.start[place &>> 6] & bit == 0 else { return }
    bits.start[place &>> 6] |= bit
    pairs.append(pair)
  }
}
