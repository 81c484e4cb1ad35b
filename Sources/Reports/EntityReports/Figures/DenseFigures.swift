import Kernels
import Questions

/// Sums per window of entities that ran in most bands, such as jockeys and trainers.
///
/// It takes a few entities at a time: their cells become a block `[band × entity · sum]` that
/// stays in the cache, and one product turns it into `[window × entity · sum]`.
final class DenseFigures {
  /// Number of entities per block.
  private static let entities = 64
  private static let columns = entities * FigureSums.columnCount

  /// The latest stretch first, as the runs of earlier stretches are joined in front; valid as long
  /// as the ``WindowFigures`` that they belong to.
  private let stretches: UnsafeBufferPointer<BandCells>
  private let bands: AgeBands
  private let product: WindowProduct
  private var bandSums: [Int64]
  private var windowSums: [Int64]
  /// `[entity × band]`.
  private var sequences: [RunSequence]

  init(_ stretches: UnsafeBufferPointer<BandCells>, _ bands: AgeBands) {
    self.stretches = stretches
    self.bands = bands
    product = WindowProduct(
      windows: bands.bandsOfWindow.map { Array(0..<$0) }, bandCount: bands.count)
    bandSums = Array(repeating: 0, count: bands.count * Self.columns)
    windowSums = Array(repeating: 0, count: bands.bandsOfWindow.count * Self.columns)
    sequences = Array(repeating: RunSequence(), count: bands.count * Self.entities)
  }

  /// Visits each entity's sums in each window in which it ran.
  func visit(_ entities: Range<Int>, _ store: (Int, Int, borrowing FigureSums) -> Void) {
    for first in stride(from: entities.lowerBound, to: entities.upperBound, by: Self.entities) {
      let some = first..<min(first + Self.entities, entities.upperBound)
      load(some)
      multiply()
      for (window, bandCount) in bands.bandsOfWindow.enumerated() {
        emit(some, window, bandCount, store)
      }
    }
  }

  // MARK: - Implementation

  private func load(_ entities: Range<Int>) {
    // Safety: each entity has `FigureSums.columnCount` columns per band, and a sequence per band.
    bandSums.withUnsafeMutableBufferPointer { sums in
      sequences.withUnsafeMutableBufferPointer { sequences in
        sums.update(repeating: 0)
        sequences.update(repeating: RunSequence())
        for (place, entity) in entities.enumerated() {
          for stretch in stretches {
            var cell = stretch.newest(entity)
            while let runs = cell {
              let band = Int(runs.pointee.band)
              var own = FigureSums()
              own.addEarlier(runs, of: stretch)
              own.add(to: sums.baseAddress! + band * Self.columns + place * FigureSums.columnCount)
              let sequence = place * bands.count + band
              sequences[sequence] = RunSequence.combined(own.sequence, sequences[sequence])
              cell = stretch.earlier(than: runs)
            }
          }
        }
      }
    }
  }

  private func multiply() {
    // Moved out for the product, so that the spans are of local arrays.
    let source = bandSums
    var target: [Int64] = []
    swap(&target, &windowSums)
    do {
      var span = target.mutableSpan
      product.fill(&span, bandSums: source.span, columns: Self.columns)
    }
    swap(&target, &windowSums)
  }

  private func emit(
    _ entities: Range<Int>, _ window: Int, _ bandCount: Int,
    _ store: (Int, Int, borrowing FigureSums) -> Void
  ) {
    windowSums.withUnsafeBufferPointer { sums in
      for (place, entity) in entities.enumerated() {
        // Safety: the block has columns for each entity; the first counts its runs.
        let own = sums.baseAddress! + window * Self.columns + place * FigureSums.columnCount
        guard own[0] > 0 else { continue }
        store(window, entity, FigureSums(own, sequence: sequence(place, bandCount)))
      }
    }
  }

  /// Joins a window's bands, the oldest first, to its sequence.
  private func sequence(_ place: Int, _ count: Int) -> RunSequence {
    var whole = RunSequence()
    for band in (0..<count).reversed() {
      whole = RunSequence.combined(whole, sequences[place * bands.count + band])
    }
    return whole
  }
}
