import Columns
import Kernels
import Questions

/// Rows of entities that ran in most bands, such as jockeys and trainers.
///
/// A few entities at a time: their cells become a block `[band × entity · sum]` that stays in the
/// cache, and one product turns it into `[window × entity · sum]`.
extension WindowFigures {
  /// Number of entities per block.
  private static let blockEntities = 64
  private static let blockColumns = blockEntities * FigureSums.columnCount

  /// Visits some entities' sums in each window in which they ran.
  ///
  /// - Parameters:
  ///   - entities: The entities' codes.
  ///   - store: Takes the window, the entity and its sums.
  func visitProducts(_ entities: Range<Int>, _ store: (Int, Int, borrowing FigureSums) -> Void) {
    let product = WindowProduct(
      windows: bands.bandsOfWindow.map { Array(0..<$0) }, bandCount: bands.count)
    var bandSums = [Int64](repeating: 0, count: bands.count * Self.blockColumns)
    var windowSums = [Int64](repeating: 0, count: bands.bandsOfWindow.count * Self.blockColumns)
    // `[entity × band]`.
    var sequences = [RunSequence](
      repeating: RunSequence(), count: bands.count * Self.blockEntities)
    for start in stride(from: entities.lowerBound, to: entities.upperBound, by: Self.blockEntities)
    {
      let some = start..<min(start + Self.blockEntities, entities.upperBound)
      load(some, &bandSums, &sequences)
      do {
        var target = windowSums.mutableSpan
        product.fill(&target, bandSums: bandSums.span, columns: Self.blockColumns)
      }
      for (window, bandCount) in bands.bandsOfWindow.enumerated() {
        emit(some, window, bandCount, windowSums, sequences, store)
      }
    }
  }

  // MARK: - Implementation

  private func load(
    _ entities: Range<Int>, _ bandSums: inout [Int64], _ sequences: inout [RunSequence]
  ) {
    // Safety: each entity has `FigureSums.columnCount` columns per band, and a sequence per band.
    bandSums.withUnsafeMutableBufferPointer { sums in
      sequences.withUnsafeMutableBufferPointer { sequences in
        sums.update(repeating: 0)
        sequences.update(repeating: RunSequence())
        for (place, entity) in entities.enumerated() {
          // The latest stretch first, as the runs of earlier stretches are joined in front.
          for index in 0..<stretches.count {
            var cell = stretches[index].newest(entity)
            while let runs = cell {
              let band = Int(runs.pointee.band)
              var own = FigureSums()
              own.addEarlier(runs, of: stretches[index])
              own.add(
                to: sums.baseAddress! + band * Self.blockColumns + place * FigureSums.columnCount)
              let sequence = place * bands.count + band
              sequences[sequence] = RunSequence.combined(own.sequence, sequences[sequence])
              cell = stretches[index].earlier(than: runs)
            }
          }
        }
      }
    }
  }

  private func emit(
    _ entities: Range<Int>, _ window: Int, _ bandCount: Int, _ windowSums: [Int64],
    _ sequences: [RunSequence], _ store: (Int, Int, borrowing FigureSums) -> Void
  ) {
    windowSums.withUnsafeBufferPointer { sums in
      for (place, entity) in entities.enumerated() {
        // Safety: the block has columns for each entity; the first counts its runs.
        let own = sums.baseAddress! + window * Self.blockColumns + place * FigureSums.columnCount
        guard own[0] > 0 else { continue }
        // A window's bands, the oldest first.
        let first = place * bands.count
        let sequence = sequences[first..<first + bandCount].reversed()
          .reduce(RunSequence()) { RunSequence.combined($0, $1) }
        store(window, entity, FigureSums(own, sequence: sequence))
      }
    }
  }
}
