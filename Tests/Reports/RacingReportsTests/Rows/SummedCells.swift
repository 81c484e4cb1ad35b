import ColumnStore
import Columns
import StoreSupport

@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// One dimension's cells, as a scan leaves them.
struct SummedCells {
  let windows: [Window]
  let codes: EntityCodes
  let figures: WindowFigures

  private static let odd = Result {
    try StoreFixture.snapshot(csv: WildRaces(races: 150, salt: 17).csv)
  }
  private static let season = Result { try StoreFixture.season(runners: 1_500, seed: 12) }

  /// Scans odd races, or a season of many names.
  init(_ keys: String, ofSeason isSeason: Bool = false, threads: Int, minRuns: Int = 1) throws {
    let snapshot = try (isSeason ? Self.season : Self.odd).get()
    let months = try snapshot.monthViews()
    windows = try ["30d", "all", "7d", "90d"].map { try Window($0) }
    let countries = snapshot.dictionary("country")
    let group = ReportGroup.groups(
      [
        ResolvedScope(
          ReportScope(windows: windows), asOf: Day(months.last!.dates.last!) + 1,
          aliases: NameAliases())
      ],
      countries: (0..<countries.count).map { countries[$0] }, masks: { _ in nil })[0]
    var columns = KeyColumns(months: months, snapshot: snapshot)
    let dimension = try Dimension(keys)
    codes = EntityCodes(dimension, &columns)
    let task = Scan.Task(
      question: 0, dimension: dimension, cohort: 0, codes: codes,
      entities: 0..<Int32(codes.count))
    figures = WindowFigures(
      task.entities, bands: group.cohorts[0].bands, stretches: threads, minRuns: minRuns)
    _ = Scan(months: months, nil, group: group, threads: threads)
      .sums([task], into: [figures], of: months.indices) { _ in }
  }
}
