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
  /// Which row comes next; nil where the first pass' rows follow one another.
  let places: [FigurePlace]?
  let count: Int

  func place(_ row: Int) -> FigurePlace {
    places?[row] ?? FigurePlace(pass: 0, row: Int32(row))
  }

  /// The entity's code and its sums, which are valid as long as the rows are.
  func row(_ index: Int) -> (code: Int, sums: UnsafePointer<FigureSums>) {
    precondition(index >= 0 && index < count, "the window has no such row")
    let place = place(index)
    let rows = passes[Int(place.pass)]
    return (Int(rows.codes[Int(place.row)]), rows.sums(Int(place.row)))
  }

  func figures(_ index: Int) -> EntityFigures {
    EntityFigures(row(index).sums.pointee, population: population)
  }

  /// The entities of some rows.
  func codes(_ rows: Range<Int>) -> [Int] {
    guard places == nil, !rows.isEmpty else { return rows.map { row($0).code } }
    return passes[0].codes[rows].map { Int($0) }
  }

  /// Visits the sums of some rows, in order.
  @inline(__always)
  func visit(_ rows: Range<Int>, _ body: (UnsafePointer<FigureSums>) -> Void) {
    guard places == nil, !rows.isEmpty else { return rows.forEach { body(row($0).sums) } }
    // Safety: rows of one pass lie one behind the other, and the last of these is there.
    let first = passes[0].sums(rows.lowerBound)
    _ = passes[0].sums(rows.upperBound - 1)
    for row in 0..<rows.count { body(first + row) }
  }

  /// The same rows in another order, or some of them.
  func showing(_ places: [FigurePlace]?, count: Int) -> WindowRows {
    WindowRows(
      window: window, from: from, to: to, population: population, passes: passes, places: places,
      count: count)
  }
}
