import Columns
import Kernels

/// One window's rows as exact sums, in the order of printing.
package struct FigureRows: @unchecked Sendable {
  // Safety: one thread writes each stored row once, before any row is read.
  /// The rows of each pass over some of the entities: per row its entity, and its sums.
  private let passes: [(codes: [Int32], source: Source)]
  /// The place of each row; nil if the rows are those of the first pass, in order.
  let places: [FigurePlace]?
  let count: Int

  /// The source of a pass's rows.
  package enum Source {
    /// Rows stored one after another, optional sums alike.
    case memory(ColumnMemory<FigureSums>, extras: ColumnMemory<OptionalSums>?)
    /// Cells of the newest bands, added up on demand.
    case cells(WindowFigures, bands: Int)
  }

  /// Creates rows from memory or cells that contain all these entities.
  package init(codes: [Int32], _ source: Source) {
    self.init([(codes, source)], nil, count: codes.count)
  }

  /// Joins the rows of several passes.
  ///
  /// - Parameters:
  ///   - passes: The rows of each pass, in its own order.
  ///   - places: The place of each row; nil for the order of the only pass.
  init(_ passes: [FigureRows], places: [FigurePlace]?) {
    self.init(
      passes.flatMap(\.passes), places, count: passes.reduce(0) { $0 + $1.count })
  }

  private init(
    _ passes: [(codes: [Int32], source: Source)], _ places: [FigurePlace]?, count: Int
  ) {
    (self.passes, self.places, self.count) = (passes, places, count)
  }

  /// The rows' entities.
  var codes: [Int32] {
    places == nil && passes[0].codes.count == count
      ? passes[0].codes : (0..<count).map { Int32(code($0)) }
  }

  /// Returns a row's entity.
  func code(_ row: Int) -> Int {
    let (pass, own) = found(row)
    return Int(passes[pass].codes[own])
  }

  /// Returns the entities of some rows.
  func codes(_ rows: Range<Int>) -> [Int] {
    guard places == nil, !rows.isEmpty else { return rows.map { code($0) } }
    return passes[0].codes[rows].map { Int($0) }
  }

  /// Returns a row's sums.
  func sums(_ row: Int) -> (FigureSums, extra: OptionalSums?) {
    let (pass, own) = found(row)
    return passes[pass].source.sums(own, of: passes[pass].codes)
  }

  /// Visits the sums of some rows, in order.
  @inline(__always)
  func visit(
    _ rows: Range<Int>,
    _ body: (borrowing FigureSums, UnsafePointer<OptionalSums>?) -> Void
  ) {
    guard places == nil, !rows.isEmpty else {
      for row in rows {
        let (sums, extra) = sums(row)
        if let extra {
          withUnsafePointer(to: extra) { body(sums, $0) }
        } else {
          body(sums, nil)
        }
      }
      return
    }
    precondition(rows.lowerBound >= 0 && rows.upperBound <= count, "there are no such rows")
    passes[0].source.visit(rows, of: passes[0].codes, body)
  }

  /// Visits the luck of some rows without winners, in order.
  @inline(__always)
  func visitLuck(_ rows: Range<Int>, _ body: (borrowing LuckSums) -> Void) {
    guard places == nil, !rows.isEmpty, case .cells(let cells, let bands) = passes[0].source else {
      // Safety: the visit keeps the cell valid until this function returns.
      return visit(rows) { _, extra in if let extra { body(extra.pointee.luck) } }
    }
    precondition(rows.lowerBound >= 0 && rows.upperBound <= count, "there are no such rows")
    passes[0].codes.withUnsafeBufferPointer {
      cells.visitLuck(UnsafeBufferPointer(rebasing: $0[rows]), bands: bands, body)
    }
  }

  /// Returns the place of a row.
  func place(_ row: Int) -> FigurePlace { places?[row] ?? FigurePlace(pass: 0, row: Int32(row)) }

  // MARK: - Implementation

  /// Returns the pass of a row, and its row there.
  private func found(_ row: Int) -> (pass: Int, row: Int) {
    precondition(row >= 0 && row < count, "there is no such row")
    let place = place(row)
    return (Int(place.pass), Int(place.row))
  }
}

extension FigureRows.Source {
  /// Number of rows by which prefetching of cells runs ahead.
  private static let ahead = 8

  /// Returns a row's sums.
  fileprivate func sums(_ row: Int, of codes: [Int32]) -> (FigureSums, extra: OptionalSums?) {
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
  fileprivate func visit(
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
}

extension FigureRows {
  /// Returns the same rows in another order, or some of them.
  func showing(_ places: [FigurePlace]?, count: Int) -> FigureRows {
    FigureRows(passes, places, count: count)
  }

  /// Returns the rows with at least so many runs.
  func dropping(below minRuns: Int) -> FigureRows {
    guard minRuns > 1 else { return self }
    let left = (0..<count).filter { sums($0).0.runs >= minRuns }
    return showing(left.map { place($0) }, count: left.count)
  }

  /// Returns the same rows with one more at the end.
  ///
  /// - Parameter row: Rows of one pass with one row; nil for none.
  /// - Returns: The rows.
  func ending(with row: FigureRows?) -> FigureRows {
    guard let row else { return self }
    let last = FigurePlace(pass: Int32(passes.count), row: 0)
    return FigureRows(
      passes + row.passes, (0..<count).map { place($0) } + [last], count: count + 1)
  }

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
