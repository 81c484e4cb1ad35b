import Kernels
import Synchronization
import Testing

@Suite struct ParallelTests {
  @Test func `ranges cover all items in order and differ by at most one`() {
    for count in 0...40 {
      for parts in 1...9 {
        let ranges = Parallel.ranges(count: count, parts: parts)
        #expect(ranges.flatMap { Array($0) } == Array(0..<count))
        #expect(ranges.count == min(parts, count))
        let lengths = ranges.map(\.count)
        #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
      }
    }
  }

  @Test(arguments: [1, 2, 3, 16])
  func `every item is worked on exactly once`(threads: Int) {
    for count in [0, 1, 2, 15, 1_000] {
      let seen = Mutex([Int](repeating: 0, count: count))
      Parallel.concurrentRanges(count: count, threads: threads) { items in
        seen.withLock { seen in for item in items { seen[item] += 1 } }
      }
      #expect(seen.withLock { $0.allSatisfy { $0 == 1 } })
    }
  }

  @Test func `blocks of several threads are merged to the sums of one`() {
    let count = 10_000
    let codes = (0..<count).map { Int32($0 % 7) }
    let bands = (0..<count).map { UInt8($0 % 3) }
    let values = (0..<count).map { Int64($0) }
    let total = Mutex(SumBlock(bandCount: 3, entityRange: 0..<7, measureCount: 1))
    Parallel.concurrentRanges(count: count, threads: 4) { rows in
      var block = SumBlock(bandCount: 3, entityRange: 0..<7, measureCount: 1)
      block.add(
        codes: codes.span.extracting(rows), bands: bands.span.extracting(rows),
        values: values.span.extracting(rows))
      total.withLock { $0.merge(block) }
    }
    var expected = SumBlockReference(entityRange: 0..<7, measureCount: 1)
    expected.add(codes: codes, bands: bands, values: values)
    for band in 0..<3 {
      for entity in 0..<7 as Range<Int32> {
        let sums = total.withLock { $0.row(band: band, entity: entity) }
        #expect(sums == expected.row(band: band, entity: entity))
      }
    }
  }
}
