/// One partition's runs as two dense rows per entity: sums of prb per day, and runs per day.
struct DayMatrix {
  private let dayCount: Int
  private var entityCount = 0
  /// `[2 · entity × day]`, integer-valued.
  private var cells: [Double]
  /// Per entity, what neither of its rows' sums exceeds.
  private var totals: [Int64]

  init(entityCount: Int, dayCount: Int) {
    self.dayCount = dayCount
    cells = Array(repeating: 0, count: 2 * entityCount * dayCount)
    totals = Array(repeating: 0, count: entityCount)
  }

  /// The largest sum of a row, or a little more.
  var largestTotal: Int64 { totals.prefix(entityCount).max() ?? 0 }

  /// Replaces the contents by the runs of one partition.
  mutating func load(_ runs: ArraySlice<PartitionedRuns.Run>, entityCount: Int) {
    self.entityCount = entityCount
    let dayCount = dayCount
    // Safety: PartitionedRuns has checked entity and day of every run.
    totals.withUnsafeMutableBufferPointer { totals in
      cells.withUnsafeMutableBufferPointer { cells in
        totals.update(repeating: 0)
        cells[..<(2 * entityCount * dayCount)].update(repeating: 0)
        runs.withUnsafeBufferPointer { runs in
          for run in runs {
            let cell = 2 * Int(run.entity) * dayCount + Int(run.day)
            cells[cell] += Double(run.prb)
            cells[cell + dayCount] += 1
            totals[Int(run.entity)] += Int64(max(1, run.prb))
          }
        }
      }
    }
  }

  /// Multiplies by the weights and writes the sums of the partition's entities.
  func store(into sums: inout FormSums, firstEntity: Int, factor: WeightLimbs) {
    let columns = factor.limbCount * factor.windowCount
    var product = [Double](repeating: 0, count: 2 * entityCount * columns)
    var target = product.mutableSpan
    BLAS.multiply(
      cells.span.extracting(first: 2 * entityCount * dayCount), factor.matrix.span, into: &target,
      shape: .init(rows: 2 * entityCount, inner: dayCount, columns: columns))
    for entity in 0..<entityCount {
      for window in 0..<factor.windowCount {
        let index = (firstEntity + entity) * factor.windowCount + window
        sums.numerators[index] = factor.combined(product, row: 2 * entity, window: window)
        sums.denominators[index] = Int64(
          factor.combined(product, row: 2 * entity + 1, window: window))
      }
    }
  }
}
