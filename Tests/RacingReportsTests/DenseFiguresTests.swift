import Columns
import StoreSupport
import Testing

@testable import RacingReports

/// The two ways from age bands to windows: products of blocks, and each entity's own cells.
struct DenseFiguresTests {
  @Test(arguments: ["jockey", "trainer", "jockey+trainer"], [1, 3])
  func `blocks and chains of cells come to the same sums`(keys: String, threads: Int) throws {
    let snapshot = try StoreFixture.snapshot(csv: WildRaces(races: 150, salt: 17).csv)
    let months = snapshot.monthViews()
    let scope = ReportScope(windows: try ["30d", "all", "7d", "90d"].map { try Window($0) })
    let countries = snapshot.dictionary("country")
    let group = ReportGroup.groups(
      [scope], days: [Day(months.last!.dates.last!) + 1],
      countries: (0..<countries.count).map { countries[$0] }, masks: { _ in nil })[0]
    var columns = KeyColumns(months: months, snapshot: snapshot)
    let dimension = try Dimension(keys)
    let codes = EntityCodes(dimension, &columns)
    let task = Scan.Task(
      question: 0, dimension: dimension, cohort: 0, codes: codes,
      entities: 0..<Int32(codes.count))
    let tallies = Scan(months: months, group: group, threads: threads)
      .sums([task], of: months.indices) { _ in }.tallies[0]
    let figures = WindowFigures(tallies, bands: group.cohorts[0].bands, minRuns: 1)

    var (chains, blocks) = ([Place: FigureSums](), [Place: FigureSums]())
    figures.visit(0..<codes.count, inBlocks: false) {
      chains[Place(window: $0, entity: $1)] = copy $2
    }
    figures.visit(0..<codes.count, inBlocks: true) {
      blocks[Place(window: $0, entity: $1)] = copy $2
    }
    #expect(chains.count > codes.count)
    #expect(chains == blocks)
  }

  private struct Place: Hashable {
    let window: Int
    let entity: Int
  }
}
