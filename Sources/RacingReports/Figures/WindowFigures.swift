import Columns
import Kernels

/// Every window's rows from the sums per age band, for one question.
///
/// Entities are taken some at a time: their cells become a block `[band × entity · measure]` that
/// stays in the cache, one product turns it into `[window × entity · measure]`, and the windows in
/// which an entity ran become rows.
struct WindowFigures: Sendable {
  private let tallies: [EntityTally]
  private let bands: AgeBands
  private let minRuns: Int
  private let product: WindowProduct

  /// Entities whose block is in memory at a time, and those that make a segment of rows.
  private static let blockEntities = 64
  private static let segmentEntities = 4096

  /// Prepares the windows of a question.
  ///
  /// - Parameters:
  ///   - tallies: Sums of stretches that follow one another.
  ///   - bands: The windows' age bands.
  ///   - minRuns: Rows with fewer runs are dropped.
  init(_ tallies: [EntityTally], bands: AgeBands, minRuns: Int) {
    self.tallies = tallies
    self.bands = bands
    self.minRuns = minRuns
    product = WindowProduct(
      windows: bands.bandsOfWindow.map { Array(0..<$0) }, bandCount: bands.count)
  }

  /// The rows, in segments that follow one another by code.
  func segments(threads: Int) -> [FigureSegment] {
    let entities = tallies[0].entities
    let count = (entities.count + Self.segmentEntities - 1) / Self.segmentEntities
    return ParallelTasks.map(count: count, threads: threads) { index in
      let first = Int(entities.lowerBound) + index * Self.segmentEntities
      return segment(first..<min(first + Self.segmentEntities, Int(entities.upperBound)))
    }
  }

  // MARK: - Implementation

  private func segment(_ entities: Range<Int>) -> FigureSegment {
    let block = Block(bandCount: bands.count, windowCount: bands.bandsOfWindow.count)
    let rows = bands.bandsOfWindow.map { _ in FigureRows() }
    for first in stride(from: entities.lowerBound, to: entities.upperBound, by: Block.entities) {
      let some = first..<min(first + Block.entities, entities.upperBound)
      block.load(some, from: tallies)
      block.multiply(product)
      for (window, bandCount) in bands.bandsOfWindow.enumerated() {
        block.store(window, bandCount: bandCount, some, minRuns: minRuns, into: rows[window])
      }
    }
    return FigureSegment(windows: rows)
  }

  /// The sums of some entities by band, and by window.
  private final class Block {
    static let entities = blockEntities
    private static let columns = entities * Measure.count

    private let bandCount: Int
    private var bandSums: [Int64]
    private var windowSums: [Int64]
    /// `[entity × band]`.
    private var sequences: [RunSequence]

    init(bandCount: Int, windowCount: Int) {
      self.bandCount = bandCount
      bandSums = Array(repeating: 0, count: bandCount * Self.columns)
      windowSums = Array(repeating: 0, count: windowCount * Self.columns)
      sequences = Array(repeating: RunSequence(), count: bandCount * Self.entities)
    }

    func load(_ entities: Range<Int>, from tallies: [EntityTally]) {
      // Safety: every entity has `Measure.count` columns of each band, and a sequence per band.
      bandSums.withUnsafeMutableBufferPointer { sums in
        sequences.withUnsafeMutableBufferPointer { sequences in
          sums.update(repeating: 0)
          sequences.update(repeating: RunSequence())
          for (place, entity) in entities.enumerated() {
            // The later stretch first, as its runs are joined on behind.
            for tally in tallies.reversed() {
              tally.add(
                Int32(entity), to: sums.baseAddress! + place * Measure.count,
                columns: Self.columns, sequences: sequences.baseAddress! + place * bandCount)
            }
          }
        }
      }
    }

    func multiply(_ product: WindowProduct) {
      // Taken out meanwhile, so that the spans are of local arrays.
      let source = bandSums
      var target: [Int64] = []
      swap(&target, &windowSums)
      do {
        var span = target.mutableSpan
        product.fill(&span, bandSums: source.span, columns: Self.columns)
      }
      swap(&target, &windowSums)
    }

    func store(
      _ window: Int, bandCount: Int, _ entities: Range<Int>, minRuns: Int, into rows: FigureRows
    ) {
      let first = window * Self.columns
      windowSums.withUnsafeBufferPointer { sums in
        for (place, entity) in entities.enumerated() {
          // Safety: the block has a row of measures for each of the entities.
          let own = UnsafeBufferPointer(
            rebasing: sums[first + place * Measure.count..<first + (place + 1) * Measure.count])
          guard own[Measure.runs] > 0, own[Measure.runs] >= minRuns else { continue }
          rows.append(Int32(entity), own, sequence(place, bandCount))
        }
      }
    }

    /// A window's sequence is its bands', the oldest first.
    private func sequence(_ place: Int, _ count: Int) -> RunSequence {
      var whole = RunSequence()
      for band in (0..<count).reversed() {
        whole = RunSequence.combined(whole, sequences[place * bandCount + band])
      }
      return whole
    }
  }
}
