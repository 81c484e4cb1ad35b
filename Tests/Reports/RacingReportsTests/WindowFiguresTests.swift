import Testing

@testable import EntityReports

/// The two ways from age bands to windows: products of blocks, and each entity's own cells.
struct WindowFiguresTests {
  @Test(arguments: ["jockey", "trainer", "jockey+trainer"], [1, 3])
  func `blocks and chains of cells come to the same sums`(keys: String, threads: Int) throws {
    let cells = try SummedCells(keys, threads: threads)
    let order = cells.figures.runs(threads: threads).map { $0.map(\.code) }
    let chains = cells.figures.sparse(order, isStored: false, threads: threads)
    let blocks = cells.figures.dense(order, threads: threads)
    #expect(chains.count == cells.windows.count)
    #expect(chains.reduce(0) { $0 + $1.codes.count } > cells.codes.count)
    for (chains, blocks) in zip(chains, blocks) {
      #expect(chains.codes == blocks.codes)
      #expect(
        chains.codes.indices.allSatisfy {
          chains.source.sums($0, of: chains.codes) == blocks.source.sums($0, of: blocks.codes)
        })
    }
  }
}
