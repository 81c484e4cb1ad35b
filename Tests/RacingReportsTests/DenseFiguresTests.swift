import Testing

@testable import RacingReports

/// The two ways from age bands to windows: products of blocks, and each entity's own cells.
struct DenseFiguresTests {
  @Test(arguments: ["jockey", "trainer", "jockey+trainer"], [1, 3])
  func `blocks and chains of cells come to the same sums`(keys: String, threads: Int) throws {
    let cells = try SummedCells(keys, threads: threads)
    var (chains, blocks) = ([Place: FigureSums](), [Place: FigureSums]())
    cells.figures.visit(0..<cells.codes.count, inBlocks: false) {
      chains[Place(window: $0, entity: $1)] = copy $2
    }
    cells.figures.visit(0..<cells.codes.count, inBlocks: true) {
      blocks[Place(window: $0, entity: $1)] = copy $2
    }
    #expect(chains.count > cells.codes.count)
    #expect(chains == blocks)
  }

  private struct Place: Hashable {
    let window: Int
    let entity: Int
  }
}
