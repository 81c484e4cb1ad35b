import Columns
import TestSupport
import Testing

struct ColumnSliceTests {
  @Test(arguments: RandomColumns.types, [false, true])
  func `a slice is what gathering its rows one by one gives`(type: ColumnType, nulls: Bool) {
    var random = SeededGenerator(4)
    for count in [1, 7, 8, 9, 23, 65] {
      let column = RandomColumns.column(type, count: count, nulls: nulls, using: &random)
      for _ in 0..<8 {
        let first = Int.random(in: 0...count, using: &random)
        let range = first..<Int.random(in: first...count, using: &random)
        let sliced = column.sliced(range)
        let gathered = column.gathered(range.map { Int32($0) })
        #expect(
          sliced.cells == gathered.cells, "seed \(SeededGenerator.seed), \(range) of \(count)")
        #expect((sliced.validity.bits == nil) == (gathered.validity.bits == nil))
      }
    }
  }

  @Test func `a slice of bits has none behind its last row`() {
    let bits = Bitmap(repeating: true, count: 40).sliced(5..<16)
    #expect(Array(bits.bytes.pointer) == [0xFF, 0b111])
  }

  @Test func `values are shared only with themselves`() {
    let column = Column(int32s: [1, 2])
    #expect(column.isShared(with: column))
    #expect(!column.isShared(with: Column(int32s: [1, 2])))
  }
}
