import TestSupport
import Testing

@testable import Columns

struct TableSlicesTests {
  @Test(arguments: [0, 1, 7, 8, 9, 16, 45])
  func `slices one after another are the table`(count: Int) {
    var random = SeededGenerator(UInt64(count))
    for nulls in [false, true] {
      let table = RandomColumns.table(count: count, nulls: nulls, using: &random)
      for rowCount in [8, 16, 64] {
        let slices = table.slices(of: rowCount)
        #expect(slices.count == max(1, (count + rowCount - 1) / rowCount))
        #expect(slices.dropLast().allSatisfy { $0.rowCount == rowCount })
        #expect(slices.allSatisfy { $0.fields == table.fields })
        for name in table.fields.map(\.name) {
          let cells = slices.flatMap { $0[name]!.cells }
          #expect(cells == table[name]!.cells, "\(name), seed \(SeededGenerator.seed)")
        }
      }
    }
  }

  @Test(arguments: [1, 1_000, 300_000])
  func `memory keeps what was written, as values and as bits`(count: Int) {
    let memory = ColumnMemory<UInt64>(count: count)
    for index in 0..<count { memory.start[index] = UInt64(index) &* 0x9E37_79B9_7F4A_7C15 }
    let buffer = memory.buffer
    #expect(buffer.count == count)
    #expect(buffer[count - 1] == UInt64(count - 1) &* 0x9E37_79B9_7F4A_7C15)
    let bits = memory.bitmap(count: count * 64 - 1)
    #expect(bits.count == count * 64 - 1)
    for bit in stride(from: 0, to: bits.count, by: 61) {
      #expect(bits[bit] == (buffer[bit / 64] >> UInt64(bit % 64) & 1 == 1))
    }
  }
}
