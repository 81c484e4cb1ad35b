import Testing

@testable import Columns

struct LargeBlocksTests {
  private let page = LargeBlocks.pageBytes

  @Test func `a block given back serves the next who wants as much`() {
    let blocks = LargeBlocks(limit: 4 * page)
    let first = blocks.take(page)
    let second = blocks.take(page)
    #expect(first != second)
    #expect(Int(bitPattern: first) % page == 0)
    first.storeBytes(of: 7, as: Int.self)
    blocks.give(first, page)
    let larger = blocks.take(2 * page)
    #expect(larger != first)
    #expect(blocks.take(page) == first)
    for block in [first, second] { blocks.give(block, page) }
    blocks.give(larger, 2 * page)
  }

  @Test func `more than the limit is not kept`() {
    let blocks = LargeBlocks(limit: 3 * page)
    let all = (0..<4).map { _ in blocks.take(page) }
    for block in all { blocks.give(block, page) }
    // The oldest block is released; the others are reused, the last one first.
    let again = (0..<3).map { _ in blocks.take(page) }
    #expect(again == all[1...].reversed())
    for block in again { blocks.give(block, page) }
  }

  @Test func `blocks come in eight sizes between a power of two and the next`() {
    let wanted = [1, 2, 7, 8, 9, 15, 16, 17, 18, 19, 33, 36, 37, 38, 39, 40, 41, 63, 64, 1000]
    let sizes = [1, 2, 7, 8, 9, 15, 16, 18, 18, 20, 36, 36, 40, 40, 40, 40, 44, 64, 64, 1024]
    #expect(wanted.map { LargeBlocks.size(for: $0 * page) } == sizes.map { $0 * page })
    #expect(LargeBlocks.size(for: 1) == page)
    #expect(LargeBlocks.size(for: 8 * page + 1) == 9 * page)
  }

  @Test func `columns come out of blocks that columns have left`() {
    let count = (3 * page) / MemoryLayout<Int64>.stride - 5
    for round in 0..<3 {
      let memory = ColumnMemory<Int64>(count: count)
      memory.start.initialize(repeating: Int64(round), count: count)
      let buffer = memory.buffer
      #expect(buffer.count == count && buffer.pointer.allSatisfy { $0 == round })
    }
  }
}
