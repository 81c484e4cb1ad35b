import Columns
import Kernels

/// One window's rows of some entities as exact sums, in the order they are printed.
package final class FigureRows: @unchecked Sendable {
  // Safety: each row that is laid down is written once, by one thread, before any is read.
  /// Per row, its entity.
  let codes: [Int32]
  private let source: Source

  /// Rows between fetching cells into the cache and reading them.
  private static let ahead = 8

  /// The source of rows.
  package enum Source {
    /// They are laid down, one behind the other; so are the sums that only some reports ask for.
    case memory(ColumnMemory<FigureSums>, extras: ColumnMemory<ExtraCell>?)
    /// They are added up when they are asked for, from as many of the newest bands.
    case cells(BandStretches, bands: Int)
  }

  /// Rows of entities, from memory or cells that hold them all.
  package init(codes: [Int32], _ source: Source) {
    self.codes = codes
    self.source = source
  }

  var count: Int { codes.count }

  /// A row's sums.
  func sums(_ row: Int) -> (FigureSums, extra: ExtraCell?) {
    precondition(row >= 0 && row < codes.count, "there is no such row")
    switch source {
    // Safety: there is a row for each code.
    case .memory(let memory, let extras): return (memory.start[row], extras?.start[row])
    case .cells(let cells, let bands):
      // Rows are mostly asked for one after the other.
      if row + 2 * Self.ahead < count { cells.fetch(Int(codes[row + 2 * Self.ahead])) }
      if row + Self.ahead < count { cells.fetch(behind: Int(codes[row + Self.ahead])) }
      return cells.sums(Int(codes[row]), bands: bands)
    }
  }

  /// Visits the sums of some rows, in order.
  @inline(__always)
  func visit(
    _ rows: Range<Int>,
    _ body: (borrowing FigureSums, UnsafePointer<ExtraCell>?) -> Void
  ) {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= codes.count, "there are no such rows")
    switch source {
    case .memory(let memory, let extras):
      // Safety: there is a row for each code.
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
  /// The first row alone, under another entity's code.
  ///
  /// - Parameter code: The code.
  /// - Returns: A row that no longer needs the cells; none where there is none.
  func first(as code: Int) -> FigureRows? {
    guard count > 0 else { return nil }
    let (sums, extra) = sums(0)
    let memory = ColumnMemory<FigureSums>(count: 1)
    // Safety: there is room for the one row.
    memory.start.initialize(to: copy sums)
    let extras = extra.map { extra in
      let memory = ColumnMemory<ExtraCell>(count: 1)
      memory.start.initialize(to: extra)
      return memory
    }
    return FigureRows(codes: [Int32(code)], .memory(memory, extras: extras))
  }

  /// The same rows, added up now.
  ///
  /// - Parameters:
  ///   - hasExtras: Whether they have sums that only some reports ask for.
  ///   - partCount: Rows that one thread takes at a time.
  ///   - threads: Number of worker threads.
  /// - Returns: Rows that no longer need the cells.
  func laidDown(hasExtras: Bool, partCount: Int, threads: Int) -> FigureRows {
    let memory = ColumnMemory<FigureSums>(count: count)
    let extras = hasExtras ? ColumnMemory<ExtraCell>(count: count) : nil
    let starts = Array(stride(from: 0, to: count, by: partCount))
    _ = ParallelTasks.map(count: starts.count, threads: threads) { part in
      var row = starts[part]
      visit(row..<min(row + partCount, count)) { sums, extra in
        // Safety: there is a place for each row, and one thread visits it.
        (memory.start + row).initialize(to: copy sums)
        if let extras, let extra { (extras.start + row).initialize(to: extra.pointee) }
        row += 1
      }
    }
    return FigureRows(codes: codes, .memory(memory, extras: extras))
  }
}

/// The place of a row's sums: the pass that made them, and the row among its rows.
package struct FigurePlace: BitwiseCopyable {
  let pass: Int32
  let row: Int32
}
