import Racing
import Testing

struct ProbabilityBinTests {
  @Test func `a bin reaches up to the first probability of the next one`() {
    let edges: [Int64] = [10, 25, 50, 100, 150, 200, 250, 300, 400].map { $0 * 1_000_000 }
    for (index, edge) in edges.enumerated() {
      #expect(ProbabilityBin(nanos: edge - 1).rawValue == index)
      #expect(ProbabilityBin(nanos: edge).rawValue == index + 1)
    }
    #expect(ProbabilityBin(nanos: 0).rawValue == 0)
    #expect(ProbabilityBin(nanos: 1_100_000_000).rawValue == 9)
  }

  @Test func `names sort by their bytes as the bins do`() {
    let names = ProbabilityBin.allCases.map(\.name)
    #expect(names == names.sorted() && Set(names).count == 10)
  }
}
