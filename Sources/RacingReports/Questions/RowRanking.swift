import Columns

/// Puts a question's rows in their printed order.
struct RowRanking: Sendable {
  private let codes: EntityCodes
  private let keyCount: Int
  private let order: RowOrder?
  private let column: Int
  private let top: Int?
  private let segments: [FigureSegment]
  private let populations: [(runs: Int64, wins: Int64)]
  /// Per entity, its place in the order of the keys; −1 where it has no row.
  private let ranks: [Int32]
  private let rankedCount: Int

  /// Prepares the order of a question's rows, with the population of each window.
  init(
    _ question: ReportQuestion, _ codes: EntityCodes, _ segments: [FigureSegment],
    populations: [(runs: Int64, wins: Int64)]
  ) {
    self.codes = codes
    self.segments = segments
    self.populations = populations
    keyCount = question.dimension.keys.count
    order = question.order
    top = question.top
    // The job has checked that there is such a column.
    let header = ReportColumns.header(of: question.dimension)
    column = question.order.flatMap { header.firstIndex(of: $0.column) } ?? 0

    var ranks = [Int32](repeating: -1, count: codes.count)
    for rows in segments.lazy.flatMap(\.windows) {
      for code in rows.codes { ranks[Int(code)] = 0 }
    }
    let ordered = codes.inKeyOrder(ranks.indices.filter { ranks[$0] == 0 }.map { Int32($0) })
    for (rank, code) in ordered.enumerated() { ranks[Int(code)] = Int32(rank) }
    self.ranks = ranks
    rankedCount = ordered.count
  }

  /// Every window's rows to show, in order.
  func places(threads: Int) -> [[FigurePlace]] {
    ParallelTasks.map(count: populations.count, threads: threads) { places($0) }
  }

  // MARK: - Implementation

  private func places(_ window: Int) -> [FigurePlace] {
    var places = byRuns(inKeyOrder(window), window)
    if let order { places = ordered(places, window, order.direction) }
    return top.map { Array(places.prefix($0)) } ?? places
  }

  private func inKeyOrder(_ window: Int) -> [FigurePlace] {
    let none = FigurePlace(segment: -1, row: -1)
    var places = [FigurePlace](repeating: none, count: rankedCount)
    for (segment, rows) in segments.enumerated() {
      for (row, code) in rows.windows[window].codes.enumerated() {
        places[Int(ranks[Int(code)])] = FigurePlace(segment: Int32(segment), row: Int32(row))
      }
    }
    places.removeAll { $0.segment < 0 }
    return places
  }

  /// Runs descending; rows of equal runs stay in their order.
  private func byRuns(_ places: [FigurePlace], _ window: Int) -> [FigurePlace] {
    let runs = places.map { Int(segments[Int($0.segment)].windows[window].runs(Int($0.row))) }
    let most = runs.max() ?? 0
    guard most < max(1 << 16, 4 * places.count) else {
      // Few rows of many runs, for which counting would take more memory than they do.
      return places.indices.sorted { runs[$0] != runs[$1] ? runs[$0] > runs[$1] : $0 < $1 }
        .map { places[$0] }
    }
    var starts = [Int](repeating: 0, count: most + 2)
    for count in runs { starts[most - count + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    return Array(unsafeUninitializedCapacity: places.count) { out, count in
      for (place, count) in zip(places, runs) {
        // Safety: each row takes a slot that the first pass has counted.
        out[starts[most - count]] = place
        starts[most - count] += 1
      }
      count = places.count
    }
  }

  /// Equal cells keep the default order, so the rows' ranks in it decide last.
  private func ordered(
    _ places: [FigurePlace], _ window: Int, _ direction: RowOrder.Direction
  ) -> [FigurePlace] {
    let cells = places.map { cell($0, window) }
    let ranks = places.indices.sorted { left, right in
      let order = compare(cells[left], cells[right], direction)
      return order == 0 ? left < right : order < 0
    }
    return ranks.map { places[$0] }
  }

  private func cell(_ place: FigurePlace, _ window: Int) -> ReportCell {
    let rows = segments[Int(place.segment)].windows[window]
    let row = Int(place.row)
    if column < keyCount { return codes.sortingCell(Int(rows.codes[row]), key: column) }
    // The window and its days are the same in all rows.
    let figure = column - keyCount - ReportColumns.windowColumnCount
    return figure < 0 ? .empty : rows.figures(row, population: populations[window]).cells[figure]
  }

  /// Negative where the first cell comes first.
  private func compare(
    _ left: ReportCell, _ right: ReportCell, _ direction: RowOrder.Direction
  ) -> Int {
    if left == .empty || right == .empty {
      return (left == .empty ? 1 : 0) - (right == .empty ? 1 : 0)
    }
    let ascending = left.precedes(right) ? -1 : right.precedes(left) ? 1 : 0
    return direction == .ascending ? ascending : -ascending
  }
}

extension ReportCell {
  /// Orders two cells of one column by what is printed: numbers by value, text by its bytes.
  fileprivate func precedes(_ other: ReportCell) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.decimal(let left, _), .decimal(let right, _)): left < right
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    default: false
    }
  }
}
