import Kernels

/// One window's rows of some entities, as exact sums.
final class FigureRows: @unchecked Sendable {
  // Safety: filled by one thread, then only read.
  private(set) var codes: [Int32] = []
  /// `[row × Measure.count]`.
  private var sums: [Int64] = []
  private var sequences: [RunSequence] = []

  var count: Int { codes.count }

  func append(_ code: Int32, _ own: UnsafeBufferPointer<Int64>, _ sequence: RunSequence) {
    codes.append(code)
    sums.append(contentsOf: own)
    sequences.append(sequence)
  }

  func runs(_ row: Int) -> Int64 { sums[row * Measure.count + Measure.runs] }

  func figures(_ row: Int, population: (runs: Int64, wins: Int64)) -> EntityFigures {
    sums.withUnsafeBufferPointer { sums in
      EntityFigures(
        sums: UnsafeBufferPointer(
          rebasing: sums[row * Measure.count..<(row + 1) * Measure.count]),
        sequence: sequences[row], population: population)
    }
  }
}

/// Rows of entities with consecutive codes, by window.
final class FigureSegment: Sendable {
  let windows: [FigureRows]

  init(windows: [FigureRows]) { self.windows = windows }
}

/// Where a row's sums stand: the segment, and the row in it.
struct FigurePlace: BitwiseCopyable {
  let segment: Int32
  let row: Int32
}
