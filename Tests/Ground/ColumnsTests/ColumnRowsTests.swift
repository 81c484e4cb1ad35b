import Columns
import TestSupport
import Testing

struct ColumnRowsTests {
  /// Row counts around a byte's end, where the packed bits have a remainder.
  private static let counts = [0, 1, 3, 7, 8, 9, 16, 23, 65]

  @Test(arguments: RandomColumns.types, [false, true])
  func `gathered rows are the rows asked for`(type: ColumnType, nulls: Bool) {
    var random = SeededGenerator(1)
    for count in Self.counts {
      let column = RandomColumns.column(type, count: count, nulls: nulls, using: &random)
      let indices = (0..<count + 5).map { _ in Int32.random(in: -1..<Int32(count), using: &random) }
      let gathered = column.gathered(indices)
      let expected = indices.map { $0 < 0 ? nil : column.cells[Int($0)] }
      #expect(gathered.cells == expected, "seed \(SeededGenerator.seed), \(count) rows")
      #expect(gathered.type == type)
      #expect(column.gathered([]).count == 0)
      expectZeroInNulls(gathered)
    }
  }

  @Test(arguments: RandomColumns.types)
  func `joined columns hold all rows in order`(type: ColumnType) {
    var random = SeededGenerator(2)
    for count in Self.counts {
      // Parts with and without nulls, and an empty one between them.
      let parts = [(count, false), (0, true), (count + 3, true), (5, false)].map {
        RandomColumns.column(type, count: $0, nulls: $1, using: &random)
      }
      let joined = Column.concatenated(parts)
      #expect(joined.cells == parts.flatMap(\.cells), "seed \(SeededGenerator.seed), \(count) rows")
      #expect(joined.type == type)
      expectZeroInNulls(joined)
    }
  }

  @Test(arguments: RandomColumns.types)
  func `a joined column can be taken apart again`(type: ColumnType) {
    var random = SeededGenerator(3)
    let parts = [4, 9, 2].map {
      RandomColumns.column(type, count: $0, nulls: true, using: &random)
    }
    let joined = Column.concatenated(parts)
    #expect(joined.gathered((4..<13).map { Int32($0) }).cells == parts[1].cells)
  }

  @Test(arguments: RandomColumns.types)
  func `a column of nulls holds no value and only zeros`(type: ColumnType) {
    let column = Column.nulls(type, count: 11)
    #expect(column.cells == [String?](repeating: nil, count: 11))
    #expect(column.validity.nullCount == 11)
    expectZeroInNulls(column)
    #expect(Column.nulls(type, count: 0).count == 0)
  }

  @Test func `a join without nulls keeps no validity bits`() {
    let column = Column(int64s: [1, 2])
    #expect(Column.concatenated([column, column]).validity.bits == nil)
    #expect(column.gathered([1, 0]).validity.bits == nil)
    #expect(column.gathered([1, -1]).validity.nullCount == 1)
  }

  @Test(arguments: RandomColumns.types)
  func `two rows hold the same where their cells are equal`(type: ColumnType) {
    var random = SeededGenerator(4)
    let left = RandomColumns.column(type, count: 20, nulls: true, using: &random)
    let right = Column.concatenated([
      left.gathered((0..<10).map { $0 * 2 }),
      RandomColumns.column(type, count: 10, nulls: true, using: &random),
    ])
    for row in 0..<20 {
      for other in 0..<20 {
        #expect(
          left.holdsSame(row, as: right, other) == (left.cells[row] == right.cells[other]),
          "seed \(SeededGenerator.seed), rows \(row) and \(other)")
      }
    }
  }

  @Test func `a type that does not fit its memory is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = Column(.text, .int32(Buffer([1]))) }
  }

  /// Kernels that treat zero as "none" do not look at the validity.
  private func expectZeroInNulls(_ column: Column) {
    for row in 0..<column.count where column.isNull(row) {
      #expect(["0", "0.0", "false", ""].contains(column.slot(row)))
    }
  }
}
