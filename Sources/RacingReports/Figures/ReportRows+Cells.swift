extension ReportRows {
  /// Visits the cells of some rows, row by row, computed 64 rows at a time.
  ///
  /// - Parameters:
  ///   - range: The rows' indices.
  ///   - visit: Takes the row's index, the column's index and the cell: the keys' columns, then one
  ///     per name of ``ReportColumns/names``.
  public func visitCells(
    of range: Range<Int>, _ visit: (_ row: Int, _ column: Int, _ cell: ReportCell) -> Void
  ) {
    visitBlocks(of: range) { block, rows in
      var place = 0
      for (window, own) in parts(rows) {
        let days = [window.window.name, window.from.iso, window.to.iso]
        for row in own {
          let index = rows.lowerBound + place
          var column = 0
          for text in codes.names(window.code(row)) + days {
            visit(index, column, .text(text))
            column += 1
          }
          block.visitCells(place) { figure, cell in visit(index, column + figure, cell) }
          place += 1
        }
      }
    }
  }

  /// Visits blocks of some rows, their cells computed; all but the last block are full.
  ///
  /// - Parameters:
  ///   - range: The rows' indices.
  ///   - visit: Takes a block and its rows' indices.
  func visitBlocks(of range: Range<Int>, _ visit: (FigureBlock, Range<Int>) -> Void) {
    var block = FigureBlock()
    var start = range.lowerBound
    func flush() {
      block.fill()
      visit(block, start..<start + block.rowCount)
      start += block.rowCount
      block.removeAll()
    }
    for (window, rows) in parts(range) {
      window.visit(rows) { sums in
        block.append(sums, window.population)
        if block.isFull { flush() }
      }
    }
    if block.rowCount > 0 { flush() }
  }
}

extension WindowRows {
  /// The cells of one figure's column, of all rows in order.
  func cells(_ column: Int) -> [ReportCell] {
    var cells: [ReportCell] = []
    cells.reserveCapacity(count)
    var block = FigureBlock()
    func flush() {
      block.fill(column)
      for row in 0..<block.rowCount { cells.append(block.cell(row, column)) }
      block.removeAll()
    }
    visit(0..<count) { sums in
      block.append(sums, population)
      if block.isFull { flush() }
    }
    if block.rowCount > 0 { flush() }
    return cells
  }
}

extension EntityFigures {
  /// The cells behind the window's days.
  var cells: [ReportCell] {
    var block = FigureBlock(capacity: 1)
    block.append(sums, population)
    block.fill()
    var cells: [ReportCell] = []
    cells.reserveCapacity(ReportColumns.kinds.count)
    block.visitCells(0) { cells.append($1) }
    return cells
  }
}
