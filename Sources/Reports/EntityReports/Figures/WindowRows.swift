import Columns
import Kernels
import Questions
import Racing
import RunnerKeys

/// Facts of a window that its rows' figures need in addition to their own sums.
package struct WindowFacts: Sendable {
  /// All runs and wins of the window.
  let runs: Int64
  let wins: Int64
  /// The commission on bets at the exchange.
  let commission: Commission
  var luck = LuckFigures()
}

/// One window's rows of a report, in the order of printing.
package struct WindowRows: Sendable {
  let window: Window
  let from: Day
  let to: Day
  let columns: ReportColumns
  var facts: WindowFacts
  /// The rows of each pass over some of the entities.
  let passes: [FigureRows]
  /// The place of each row; nil if the rows are those of the first pass, in order.
  let places: [FigurePlace]?
  let count: Int

  func place(_ row: Int) -> FigurePlace {
    places?[row] ?? FigurePlace(pass: 0, row: Int32(row))
  }

  /// Returns the entity's code.
  func code(_ index: Int) -> Int {
    let (rows, row) = found(index)
    return Int(rows.codes[row])
  }

  func figures(_ index: Int) -> EntityFigures {
    let (rows, row) = found(index)
    let (sums, extra) = rows.sums(row)
    return EntityFigures(sums, extra, facts, code: rows.codes[row], columns)
  }

  /// Returns the entities of some rows.
  func codes(_ rows: Range<Int>) -> [Int] {
    guard places == nil, !rows.isEmpty else { return rows.map { code($0) } }
    return passes[0].codes[rows].map { Int($0) }
  }

  /// Visits the sums of some rows, in order.
  @inline(__always)
  func visit(
    _ rows: Range<Int>,
    _ body: (borrowing FigureSums, UnsafePointer<OptionalSums>?) -> Void
  ) {
    guard places == nil, !rows.isEmpty else {
      for row in rows {
        let (pass, own) = found(row)
        let (sums, extra) = pass.sums(own)
        if let extra {
          withUnsafePointer(to: extra) { body(sums, $0) }
        } else {
          body(sums, nil)
        }
      }
      return
    }
    passes[0].visit(rows, body)
  }

  private func visitLuck(_ rows: Range<Int>, _ body: (borrowing LuckSums) -> Void) {
    guard places == nil, !rows.isEmpty else {
      // Safety: the visit keeps the cell valid until this function returns.
      return visit(rows) { _, extra in if let extra { body(extra.pointee.luck) } }
    }
    passes[0].visitLuck(rows, body)
  }

  /// Computes, for each row of a report's windows, the figures that depend on other rows.
  ///
  /// Rates are shrunk towards all entities of a window; p-values are adjusted for all rows of all
  /// windows that remain.
  ///
  /// - Parameters:
  ///   - windows: The windows, all with one choice of figures; for shrunk rates with all their
  ///     entities.
  ///   - minRuns: Rows with fewer runs are dropped.
  ///   - threads: Number of worker threads.
  /// - Returns: The windows' rows.
  package static func compared(_ windows: [WindowRows], minRuns: Int, threads: Int) -> [WindowRows]
  {
    guard let choice = windows.first?.columns.choice, choice.luck != nil || choice.isShrunk else {
      return windows
    }
    let populations = ParallelTasks.map(count: windows.count, threads: threads) { index in
      choice.isShrunk ? windows[index].rates() : nil
    }
    let left = windows.map { choice.isShrunk ? $0.dropping(below: minRuns) : $0 }
    // One window may have nearly all rows.
    let parts = left.indices.flatMap { window in
      stride(from: 0, to: choice.luck == nil ? 0 : left[window].count, by: 4096).map {
        (window: window, rows: $0..<min($0 + 4096, left[window].count))
      }
    }
    let chances = ParallelTasks.map(count: parts.count, threads: threads) { part in
      left[parts[part].window].chances(parts[part].rows)
    }
    var adjusted = left.map { _ in AdjustedChances() }
    if let luck = choice.luck {
      var q = FalseDiscovery.q(
        chances.joined().map(\.p), method: luck.method, threads: threads)[...]
      for (part, chances) in zip(parts, chances) {
        for (code, _) in chances { adjusted[part.window][code] = q.removeFirst() }
      }
    }
    return left.indices.map { index in
      var own = left[index]
      own.facts.luck = LuckFigures(adjusted: adjusted[index], population: populations[index])
      return own
    }
  }

  private func rates() -> RowRates {
    var rates = RowRates()
    visit(0..<count) { sums, _ in rates.append(sums) }
    return rates
  }

  /// Computes the p-values of some rows, by entity; a row without bets has none.
  private func chances(_ rows: Range<Int>) -> [(code: Int32, p: Double)] {
    var found: [(code: Int32, p: Double)] = []
    var row = rows.lowerBound
    visitLuck(rows) { luck in
      if let p = luck.figures?.p { found.append((Int32(code(row)), p)) }
      row += 1
    }
    return found
  }

  private func dropping(below minRuns: Int) -> WindowRows {
    guard minRuns > 1 else { return self }
    let left = (0..<count).filter {
      passes[Int(place($0).pass)].sums(Int(place($0).row)).0.runs >= minRuns
    }
    return showing(left.map { place($0) }, count: left.count)
  }

  /// Adds some rows to a block, in order.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - block: The block; the callback must empty it when it is full.
  ///   - added: Called after each row.
  @inline(__always)
  func append(
    _ rows: Range<Int>, to block: inout FigureBlock, _ added: (inout FigureBlock) -> Void
  ) {
    var row = rows.lowerBound
    visit(rows) { sums, extra in
      // Only figures of chance depend on the entity.
      block.append(sums, extra, facts, extra == nil ? -1 : Int32(code(row)))
      row += 1
      added(&block)
    }
  }

  /// Returns the same rows in another order, or some of them.
  func showing(_ places: [FigurePlace]?, count: Int) -> WindowRows {
    WindowRows(
      window: window, from: from, to: to, columns: columns, facts: facts, passes: passes,
      places: places, count: count)
  }

  /// Returns the same rows with one more at the end.
  ///
  /// - Parameter row: A pass of one row; nil for none.
  /// - Returns: The rows.
  func ending(with row: FigureRows?) -> WindowRows {
    guard let row else { return self }
    let last = FigurePlace(pass: Int32(passes.count), row: 0)
    return WindowRows(
      window: window, from: from, to: to, columns: columns, facts: facts, passes: passes + [row],
      places: (0..<count).map { place($0) } + [last], count: count + 1)
  }

  /// Returns the pass of a row, and its row there.
  private func found(_ index: Int) -> (rows: FigureRows, row: Int) {
    precondition(index >= 0 && index < count, "the window has no such row")
    let place = place(index)
    return (passes[Int(place.pass)], Int(place.row))
  }
}
