import Columns
import Kernels

extension ReportRows {
  /// Returns the entity of a window's row.
  func code(_ row: Int, in window: Int) -> Int {
    let (pass, own) = found(row, window)
    return Int(passes[window][pass].codes[own])
  }

  /// Returns the entities of some of a window's rows.
  func codes(_ rows: Range<Int>, in window: Int) -> [Int] {
    guard places[window] == nil, !rows.isEmpty else { return rows.map { code($0, in: window) } }
    return passes[window][0].codes[rows].map { Int($0) }
  }

  /// Returns the sums of a window's row.
  func sums(_ row: Int, in window: Int) -> (FigureSums, extra: OptionalSums?) {
    let (pass, own) = found(row, window)
    return passes[window][pass].source.sums(own, of: passes[window][pass].codes)
  }

  /// Visits the sums of some of a window's rows, in order.
  @inline(__always)
  func visit(
    _ rows: Range<Int>, in window: Int,
    _ body: (borrowing FigureSums, UnsafePointer<OptionalSums>?) -> Void
  ) {
    guard places[window] == nil, !rows.isEmpty else {
      for row in rows {
        let (sums, extra) = sums(row, in: window)
        if let extra {
          withUnsafePointer(to: extra) { body(sums, $0) }
        } else {
          body(sums, nil)
        }
      }
      return
    }
    check(rows, window)
    passes[window][0].source.visit(rows, of: passes[window][0].codes, body)
  }

  /// Visits the luck of some of a window's rows without winners, in order.
  @inline(__always)
  func visitLuck(_ rows: Range<Int>, in window: Int, _ body: (borrowing LuckSums) -> Void) {
    guard places[window] == nil, !rows.isEmpty,
      case .cells(let cells, let bands) = passes[window][0].source
    else {
      // Safety: the visit keeps the cell valid until this function returns.
      return visit(rows, in: window) { _, extra in if let extra { body(extra.pointee.luck) } }
    }
    check(rows, window)
    passes[window][0].codes.withUnsafeBufferPointer {
      cells.visitLuck(UnsafeBufferPointer(rebasing: $0[rows]), bands: bands, body)
    }
  }

  /// Returns the place of a window's row.
  func place(_ row: Int, in window: Int) -> FigurePlace {
    places[window]?[row] ?? FigurePlace(pass: 0, row: Int32(row))
  }

  // MARK: - Implementation

  private func check(_ rows: Range<Int>, _ window: Int) {
    precondition(
      rows.lowerBound >= 0 && rows.upperBound <= count(in: window), "there are no such rows")
  }

  /// Returns the pass of a row, and its row there.
  private func found(_ row: Int, _ window: Int) -> (pass: Int, row: Int) {
    precondition(row >= 0 && row < count(in: window), "there is no such row")
    let place = place(row, in: window)
    return (Int(place.pass), Int(place.row))
  }
}

extension ReportRows.Source {
  /// Number of rows by which prefetching of cells runs ahead.
  private static let ahead = 8

  /// Returns a row's sums.
  func sums(_ row: Int, of codes: [Int32]) -> (FigureSums, extra: OptionalSums?) {
    switch self {
    // Safety: each code has a row.
    case .memory(let memory, let extras): return (memory.start[row], extras?.start[row])
    case .cells(let cells, let bands):
      // Callers mostly read rows in sequence.
      if row + 2 * Self.ahead < codes.count { cells.fetch(Int(codes[row + 2 * Self.ahead])) }
      if row + Self.ahead < codes.count { cells.fetch(behind: Int(codes[row + Self.ahead])) }
      return cells.sums(Int(codes[row]), bands: bands)
    }
  }

  /// Visits the sums of some rows, in order.
  @inline(__always)
  func visit(
    _ rows: Range<Int>, of codes: [Int32],
    _ body: (borrowing FigureSums, UnsafePointer<OptionalSums>?) -> Void
  ) {
    switch self {
    case .memory(let memory, let extras):
      // Safety: each code has a row.
      for row in rows { body(memory.start[row], extras.map { UnsafePointer($0.start + row) }) }
    case .cells(let cells, let bands):
      codes.withUnsafeBufferPointer {
        cells.visit(UnsafeBufferPointer(rebasing: $0[rows]), bands: bands, body)
      }
    }
  }

  /// Copies the first row, so that it does not need the cells.
  func first(of codes: [Int32]) -> Self {
    let (sums, extra) = sums(0, of: codes)
    let memory = ColumnMemory<FigureSums>(count: 1)
    // Safety: the memory has room for the one row.
    memory.start.initialize(to: sums)
    let extras = extra.map { extra in
      let memory = ColumnMemory<OptionalSums>(count: 1)
      memory.start.initialize(to: extra)
      return memory
    }
    return .memory(memory, extras: extras)
  }

  /// Adds up all rows now, so that they do not need the cells.
  ///
  /// - Parameters:
  ///   - codes: The rows' entities.
  ///   - hasOptional: Whether they have optional sums.
  ///   - partCount: Number of rows that one thread takes at a time.
  ///   - threads: Number of worker threads.
  /// - Returns: The stored rows.
  func stored(of codes: [Int32], hasOptional: Bool, partCount: Int, threads: Int) -> Self {
    let memory = ColumnMemory<FigureSums>(count: codes.count)
    let extras = hasOptional ? ColumnMemory<OptionalSums>(count: codes.count) : nil
    let starts = Array(stride(from: 0, to: codes.count, by: partCount))
    _ = ParallelTasks.map(count: starts.count, threads: threads) { part in
      var row = starts[part]
      visit(row..<min(row + partCount, codes.count), of: codes) { sums, extra in
        // Safety: each row has a place, and one thread visits it.
        (memory.start + row).initialize(to: copy sums)
        if let extras, let extra { (extras.start + row).initialize(to: extra.pointee) }
        row += 1
      }
    }
    return .memory(memory, extras: extras)
  }
}

/// The place of a row's sums: the pass that computed them, and the row within the pass.
package struct FigurePlace: BitwiseCopyable {
  let pass: Int32
  let row: Int32
}
