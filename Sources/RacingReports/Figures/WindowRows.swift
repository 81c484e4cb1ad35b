import Columns
import Racing

/// One window's rows of a report, in the order they are printed.
struct WindowRows: Sendable {
  let window: Window
  let from: Day
  let to: Day
  let population: (runs: Int64, wins: Int64)
  /// Per pass over some of the entities, its rows.
  let passes: [FigureRows]
  /// The place of each row; nil where the first pass' rows follow one another.
  let places: [FigurePlace]?
  let count: Int

  func place(_ row: Int) -> FigurePlace {
    places?[row] ?? FigurePlace(pass: 0, row: Int32(row))
  }

  /// The entity's code.
  func code(_ index: Int) -> Int {
    let (rows, row) = found(index)
    return Int(rows.codes[row])
  }

  func figures(_ index: Int) -> EntityFigures {
    let (rows, row) = found(index)
    return EntityFigures(rows.sums(row), population: population)
  }

  /// The entities of some rows.
  func codes(_ rows: Range<Int>) -> [Int] {
    guard places == nil, !rows.isEmpty else { return rows.map { code($0) } }
    return passes[0].codes[rows].map { Int($0) }
  }

  /// Visits the sums of some rows, in order.
  @inline(__always)
  func visit(_ rows: Range<Int>, _ body: (borrowing FigureSums) -> Void) {
    guard places == nil, !rows.isEmpty else {
      for row in rows {
        let (pass, own) = found(row)
        body(pass.sums(own))
      }
      return
    }
    passes[0].visit(rows, body)
  }

  /// The same rows in another order, or some of them.
  func showing(_ places: [FigurePlace]?, count: Int) -> WindowRows {
    WindowRows(
      window: window, from: from, to: to, population: population, passes: passes, places: places,
      count: count)
  }

  /// The pass that a row comes from, and its row there.
  private func found(_ index: Int) -> (rows: FigureRows, row: Int) {
    precondition(index >= 0 && index < count, "the window has no such row")
    let place = place(index)
    return (passes[Int(place.pass)], Int(place.row))
  }
}
