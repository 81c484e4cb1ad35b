import Questions
import Racing

extension ReportRows {
  /// Visits the cells of some rows, row by row, computed 64 rows at a time.
  ///
  /// - Parameters:
  ///   - range: The rows' indices.
  ///   - visit: Takes the row's index, the column's index and the cell: the keys' columns, then one
  ///     per name of `ReportColumns.names`.
  public func visitCells(
    of range: Range<Int>, _ visit: (_ row: Int, _ column: Int, _ cell: ReportCell) -> Void
  ) {
    visitBlocks(of: range) { block, rows in
      var place = 0
      for (number, own) in parts(rows) {
        let window = windows[number]
        let days = [window.window.name, window.from.iso, window.to.iso]
        for row in own {
          let index = rows.lowerBound + place
          var column = 0
          for text in codes.names(code(row, in: number)) + days {
            visit(index, column, .text(text))
            column += 1
          }
          block.visitCells(place) { figure, cell in visit(index, column + figure, cell) }
          place += 1
        }
      }
    }
  }

  /// Visits blocks of some rows with their cells computed; all blocks but the last are full.
  ///
  /// - Parameters:
  ///   - range: The rows' indices.
  ///   - visit: Takes a block and its rows' indices.
  func visitBlocks(of range: Range<Int>, _ visit: (FigureBlock, Range<Int>) -> Void) {
    var block = FigureBlock(columns)
    var start = range.lowerBound
    func flush(_ block: inout FigureBlock) {
      block.fill()
      visit(block, start..<start + block.rowCount)
      start += block.rowCount
      block.removeAll()
    }
    for (number, rows) in parts(range) {
      append(rows, in: number, to: &block) { if $0.isFull { flush(&$0) } }
    }
    if block.rowCount > 0 { flush(&block) }
  }

  /// Computes the cells of one figure's column, of all rows of a window in order.
  func cells(_ column: Int, in window: Int) -> [ReportCell] {
    var cells: [ReportCell] = []
    cells.reserveCapacity(count(in: window))
    var block = FigureBlock(columns)
    func flush(_ block: inout FigureBlock) {
      block.fill(column)
      for row in 0..<block.rowCount { cells.append(block.cell(row, column)) }
      block.removeAll()
    }
    append(0..<count(in: window), in: window, to: &block) { if $0.isFull { flush(&$0) } }
    if block.rowCount > 0 { flush(&block) }
    return cells
  }

  /// Adds some rows of a window to a block, in order.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - window: Their window.
  ///   - block: The block; the callback must empty it when it is full.
  ///   - added: Called after each row.
  @inline(__always)
  private func append(
    _ rows: Range<Int>, in window: Int, to block: inout FigureBlock,
    _ added: (inout FigureBlock) -> Void
  ) {
    var row = rows.lowerBound
    let facts = windows[window]
    visit(rows, in: window) { sums, extra in
      // Only figures of chance depend on the entity.
      block.append(sums, extra, facts, extra == nil ? -1 : Int32(code(row, in: window)))
      row += 1
      added(&block)
    }
  }
}

extension EntityFigures {
  /// The cells of the figures' columns.
  var cells: [ReportCell] {
    var block = FigureBlock(columns, capacity: 1)
    if let extra {
      withUnsafePointer(to: extra) { block.append(sums, $0, facts, code) }
    } else {
      block.append(sums, nil, facts, code)
    }
    block.fill()
    var cells: [ReportCell] = []
    cells.reserveCapacity(columns.kinds.count)
    block.visitCells(0) { cells.append($1) }
    return cells
  }
}
