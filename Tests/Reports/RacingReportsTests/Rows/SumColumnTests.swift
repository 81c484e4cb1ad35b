import Kernels
import TestSupport
import Testing

@testable import EntityReports

/// The declarations of a report's sums.
struct SumColumnTests {
  @Test func `every stored sum is declared once`() {
    let bets = BetSums.columns + BetSums.priceColumns
    // Squared profits are the only wide sum.
    #expect(MemoryLayout<BetSums>.size == 8 * bets.count + MemoryLayout<Int128>.size)
    #expect(
      MemoryLayout<FigureSums>.size
        == 8 * FigureSums.columns.count + 3 * MemoryLayout<BetSums>.size
        + MemoryLayout<RunSequence>.size)
    #expect(Set(bets.map(\.name)).count == bets.count)
    #expect(Set(FigureSums.columns.map(\.name)).count == FigureSums.columns.count)
  }

  @Test func `a block's columns give back the sums that they were filled from`() {
    var random = SeededGenerator(5)
    func number() -> Int64 { .random(in: 0...(1 << 50), using: &random) }
    var sums = FigureSums()
    for column in FigureSums.columns { column.set(number(), in: &sums) }
    for path in [\FigureSums.sp, \FigureSums.tote, \FigureSums.bsp] {
      for column in BetSums.columns + BetSums.priceColumns {
        column.set(number(), in: &sums[keyPath: path])
      }
      sums[keyPath: path].setSquares(losses: 3, others: Int128(number()) << 30)
    }
    var block = [Int64](repeating: 0, count: FigureSums.columnCount)
    block.withUnsafeMutableBufferPointer { block in
      sums.add(to: block.baseAddress!)
      #expect(FigureSums(block.baseAddress!, sequence: sums.sequence) == sums)
      sums.add(to: block.baseAddress!)
      let twice = FigureSums(block.baseAddress!, sequence: sums.sequence)
      #expect(twice.runs == 2 * sums.runs)
      #expect(twice.bsp.profitSquares == 2 * sums.bsp.profitSquares)
      #expect(twice.bsp.prices.squares == 2 * sums.bsp.prices.squares)
    }
  }
}
