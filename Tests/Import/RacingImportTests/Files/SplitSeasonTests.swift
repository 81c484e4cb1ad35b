import ColumnStore
import Columns
import TestSupport
import Testing

struct SplitSeasonTests {
  private static let season = SplitSeason(runners: 2_000, seed: SeededGenerator.seed)

  private func store() throws -> TestStore {
    let store = TestStore()
    store.aliases = try NameAliases(contentsOf: store.file(Self.season.aliases))
    return store
  }

  /// Returns exported rows without the columns that name the source.
  private func rows(_ store: TestStore) throws -> [[String]] {
    try store.rows().map { row in
      row.keys.sorted().filter { $0 != "race_id" && $0 != "source" }.map { row[$0]! }
    }
  }

  private func raceCount(_ table: Table) -> Int {
    let ids = table["race_id"]!.int64s
    return Set((0..<table.rowCount).map { ids[$0] }).count
  }

  @Test(arguments: LongForm.cases([true, false], short: 1))
  func `two sources in either order are the season told by one`(resultsFirst: Bool) throws {
    let season = Self.season
    let (whole, split) = (TestStore(), try store())
    _ = try whole.add([whole.file(season.whole)])
    let tables = resultsFirst ? [season.results, season.prices] : [season.prices, season.results]
    let paths = try tables.map { try split.file($0) }
    let files = try split.add(paths)
    #expect(files[1].matchedRaces == raceCount(season.whole) && files[1].rejected == 0)
    #expect(files[1].disagreements == 0)
    #expect(try rows(split) == rows(whole), "seed \(SeededGenerator.seed)")

    // Known data changes nothing, in any order.
    let before = try split.exported()
    for table in tables + tables.reversed() {
      let reversed = table.gathered((0..<Int32(table.rowCount)).reversed())
      let again = try split.add([split.file(reversed)])[0]
      #expect(again.wasKnown || again.duplicates == again.rowsRead)
    }
    #expect(try split.exported() == before, "seed \(SeededGenerator.seed)")
  }

  @Test(.longForm)
  func `two sources in parts, each first in some races, are the season told by one`() throws {
    let season = Self.season
    let (whole, split) = (TestStore(), try store())
    _ = try whole.add([whole.file(season.whole)])
    let (low, high): (Set<Int64>, Set<Int64>) = ([0, 1, 2, 3, 4], [5, 6, 7, 8, 9])
    for table in [
      SplitSeason.part(season.prices, lastDigits: low),
      SplitSeason.part(season.results, lastDigits: high), season.results, season.prices,
    ] {
      #expect(try split.add([split.file(table)])[0].rejected == 0)
    }
    // Races at one moment are ordered by key, which here are mixed.
    func ordered(_ rows: [[String]]) -> [[String]] {
      rows.sorted { $0.lexicographicallyPrecedes($1) }
    }
    #expect(try ordered(rows(split)) == ordered(rows(whole)), "seed \(SeededGenerator.seed)")
  }
}
