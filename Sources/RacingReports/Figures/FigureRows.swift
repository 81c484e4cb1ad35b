import Columns

/// One window's rows of some entities as exact sums, laid down in the order they are printed.
final class FigureRows: @unchecked Sendable {
  // Safety: each row is written once, by one thread, before any is read.
  /// Per row, its entity.
  let codes: [Int32]
  let memory: ColumnMemory<FigureSums>

  var count: Int { codes.count }

  /// Claims a row for each of the entities.
  init(codes: [Int32]) {
    self.codes = codes
    memory = ColumnMemory(count: codes.count)
  }

  /// A row's sums; valid as long as the rows are.
  func sums(_ row: Int) -> UnsafePointer<FigureSums> {
    precondition(row >= 0 && row < codes.count, "there is no such row")
    return UnsafePointer(memory.start + row)
  }
}

/// Where a row's sums stand: the pass that made them, and the row in its rows.
struct FigurePlace: BitwiseCopyable {
  let pass: Int32
  let row: Int32
}
