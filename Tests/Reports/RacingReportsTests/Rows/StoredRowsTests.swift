import Testing

@testable import EntityReports

/// Stored rows, and rows that are computed on demand from cells.
struct StoredRowsTests {
  @Test(arguments: ["horse", "jockey+trainer", "course+going"], [1, 2, 5])
  func `rows are the same, stored or not`(keys: String, threads: Int) throws {
    for (isSeason, minRuns) in [(false, 1), (false, 3), (true, 1)] {
      let (later, laid) = try rows(keys, ofSeason: isSeason, threads: threads, minRuns: minRuns)
      for (later, laid) in zip(later, laid) {
        #expect(later.codes == laid.codes)
        for row in laid.codes.indices.shuffled() {
          let sums = laid.source.sums(row, of: laid.codes).0
          #expect(later.source.sums(row, of: later.codes).0 == sums)
          #expect(sums.runs >= minRuns)
        }
      }
    }
  }

  @Test func `parts of the rows are visited in order`() throws {
    let (later, laid) = try rows("horse", ofSeason: true, threads: 3)
    #expect(later.contains { $0.codes.count > 130 })
    for (codes, source) in later + laid {
      let count = codes.count
      for part in [0..<0, 0..<1, 5..<69, 63..<130, count - 1..<count, 0..<count]
      where part.upperBound <= count {
        var found: [FigureSums] = []
        source.visit(part, of: codes) { sums, _ in found.append(copy sums) }
        #expect(found == part.map { source.sums($0, of: codes).0 })
      }
    }
  }

  private func rows(
    _ keys: String, ofSeason isSeason: Bool, threads: Int, minRuns: Int = 1
  ) throws -> (later: [ReportRows.Pass], stored: [ReportRows.Pass]) {
    let figures = try SummedCells(
      keys, ofSeason: isSeason, threads: threads, minRuns: minRuns
    ).figures
    // The most runs first, as rows are printed.
    let order = figures.runs(threads: threads).map { runs in
      runs.sorted { ($1.runs, $0.code) < ($0.runs, $1.code) }.map(\.code)
    }
    let later = figures.sparse(order, isStored: false, threads: threads)
    let stored = figures.sparse(order, isStored: true, threads: threads)
    return (later, stored)
  }
}
