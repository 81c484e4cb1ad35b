import Columns
import Kernels

/// One window's rows of some entities as exact sums, in the order of printing.
package final class FigureRows: @unchecked Sendable {
  // Safety: one thread writes each stored row once, before any row is read.
  /// Per row, its entity.
  let codes: [Int32]
  private let source: Source

  /// Number of rows by which prefetching of cells runs ahead.
  private static let ahead = 8

  /// The source of rows.
  package enum Source {
    /// Rows stored one after another, optional sums alike.
    case memory(ColumnMemory<FigureSums>, extras: ColumnMemory<OptionalSums>?)
    /// Cells of the newest bands, added up on demand.
    case cells(WindowFigures, bands: Int)
  }

  /// Creates rows from memory or cells that contain all these entities.
  package init(codes: [Int32], _ source: Source) {
    self.codes = codes
    self.source = source
  }

  var count: Int { codes.count }

  /// Returns a row's sums.
  func sums(_ row: Int) -> (FigureSums, extra: OptionalSums?) {
    precondition(row >= 0 && row < codes.count, "there is no such row")
    switch source {
    // Safety: each code has a row.
    case .memory(let memory, let extras): return (memory.start[row], extras?.start[row])
    case .cells(let cells, let bands):
      // Callers mostly read rows in sequence.
      if row + 2 * Self.ahead < count { cells.fetch(Int(codes[row + 2 * Self.ahead])) }
      if row + Self.ahead < count { cells.fetch(behind: Int(codes[row + Self.ahead])) }
      return cells.sums(Int(codes[row]), bands: bands)
    }
  }

  /// Visits the sums of some rows, in order.
  @inline(__always)
  func visit(
    _ rows: Range<Int>,
    _ body: (borrowing FigureSums, UnsafePointer<OptionalSums>?) -> Void
  ) {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= codes.count, "there are no such rows")
    switch source {
    case .memory(let memory, let extras):
      // Safety: each code has a row.
      for row in rows { body(memory.start[row], extras.map { UnsafePointer($0.start + row) }) }
    case .cells(let cells, let bands):
      codes.withUnsafeBufferPointer {
        cells.visit(UnsafeBufferPointer(rebasing: $0[rows]), bands: bands, body)
      }
    }
  }

  /// Visits the luck of some rows without winners, in order.
  @inline(__always)
  func visitLuck(_ rows: Range<Int>, _ body: (borrowing LuckSums) -> Void) {
    guard case .cells(let cells, let bands) = source else {
      return visit(rows) { _, extra in if let extra { body(extra.pointee.luck) } }
    }
    precondition(rows.lowerBound >= 0 && rows.upperBound <= codes.count, "there are no such rows")
    codes.withUnsafeBufferPointer {
      cells.visitLuck(UnsafeBufferPointer(rebasing: $0[rows]), bands: bands, body)
    }
  }
}

extension FigureRows {
  /// Copies the first row, under another entity's code.
  ///
  /// - Parameter code: The code.
  /// - Returns: A row that does not need the cells; nil without a row.
  func first(as code: Int) -> FigureRows? {
    guard count > 0 else { return nil }
    let (sums, extra) = sums(0)
    let memory = ColumnMemory<FigureSums>(count: 1)
    // Safety: the memory has room for the one row.
    memory.start.initialize(to: copy sums)
    let extras = extra.map { extra in
      let memory = ColumnMemory<OptionalSums>(count: 1)
      memory.start.initialize(to: extra)
      return memory
    }
    return FigureRows(codes: [Int32(code)], .memory(memory, extras: extras))
  }

  /// Adds up the rows now.
  ///
  /// - Parameters:
  ///   - hasOptional: Whether they have optional sums.
  ///   - partCount: Number of rows that one thread takes at a time.
  ///   - threads: Number of worker threads.
  /// - Returns: The same rows, without need of the cells.
  func stored(hasOptional: Bool, partCount: Int, threads: Int) -> FigureRows {
    let memory = ColumnMemory<FigureSums>(count: count)
    let extras = hasOptional ? ColumnMemory<OptionalSums>(count: count) : nil
    let starts = Array(stride(from: 0, to: count, by: partCount))
    _ = ParallelTasks.map(count: starts.count, threads: threads) { part in
      var row = starts[part]
      visit(row..<min(row + partCount, count)) { sums, extra in
        // Safety: each row has a place, and one thread visits it.
        (memory.start + row).initialize(to: copy sums)
        if let extras, let extra { (extras.start + row).initialize(to: extra.pointee) }
        row += 1
      }
    }
    return FigureRows(codes: codes, .memory(memory, extras: extras))
  }
}

/// The place of a row's sums: the pass that computed them, and the row within the pass.
package struct FigurePlace: BitwiseCopyable {
  let pass: Int32
  let row: Int32
}
