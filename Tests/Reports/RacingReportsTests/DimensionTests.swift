import Columns
import StoreSupport
import Testing

@testable import RunnerKeys

/// Every key of docs/reports.md against the plain reference, alone and joined.
@Suite struct DimensionTests {
  private static let wild = Result {
    try StoreFixture.snapshot(csv: WildRaces(races: 120, salt: 41).csv)
  }
  private static let season = Result { try StoreFixture.season(runners: 1_500, seed: 12) }

  /// The keys that the plain reference computes; `FactTests` holds the others to their definitions.
  private static let keys = Array(Dimension.keyNames.prefix(17))

  @Test func `no key is there twice`() {
    #expect(Set(Dimension.keyNames).count == Dimension.keyNames.count)
    #expect(Self.keys.last == "days_since_last_run_band")
  }

  @Test func `every key's report on odd races is the reference's`() throws {
    try expectReference(try Self.wild.get(), Self.keys, ["90d", "all"])
  }

  @Test func `every key's report on a season is the reference's`() throws {
    try expectReference(try Self.season.get(), Self.keys, ["365d", "all"])
  }

  @Test func `up to four keys join, stored and derived ones alike`() throws {
    let joined = [
      "jockey+draw", "draw+number", "jockey+distance_band", "horse+month",
      "course+going+distance_band+field_size_band", "weekday+class",
      "days_since_last_run_band+odds_band+trainer", "month+weekday+number+sire",
    ]
    try expectReference(try Self.wild.get(), joined, ["30d", "all"])
  }

  @Test func `a key is known by its place among the others, not by its case`() {
    for text in ["", "jockey+", "Jockey", "jockey+jockey", "going+class+draw+month+sire"] {
      #expect(throws: ReportError.unknownDimension(found: text)) { try Dimension(text) }
    }
  }

  @Test func `days since the last run are counted from an earlier day, whoever else ran`() throws {
    let table = try ReportTable(
      by: "days_since_last_run_band",
      """
      race_id,date,number,horse,jockey,position,outcome
      1,2026-01-01,1,Arkle,Ann,1,
      1,2026-01-01,2,Bula,Bob,2,
      2,2026-01-01,1,Arkle,Ann,3,
      3,2026-01-08,1,Arkle,Ann,4,
      3,2026-01-08,2,Bula,Bob,,non_runner
      4,2026-01-16,1,Bula,Bob,2,
      4,2026-01-16,2,Arkle,Ann,3,
      5,2026-07-16,1,Arkle,Ann,1,
      5,2026-07-16,2,,Cy,2,
      """)
    // Two races on a horse's first day are both its first; a non-runner did not run.
    #expect(
      table.rows.map { [$0[0], $0[4]] } == [
        ["first_run", "3"], ["001_to_007", "1"], ["008_to_014", "1"], ["015_to_021", "1"],
        ["181_up", "1"],
      ])
  }

  @Test func `the field is the starters of the race, whoever the source declares`() throws {
    let table = try ReportTable(
      by: "field_size_band",
      """
      race_id,date,number,jockey,position,outcome
      1,2026-01-01,1,Ann,1,
      1,2026-01-01,2,Bob,,non_runner
      2,2026-01-02,1,Ann,1,
      2,2026-01-02,2,Bob,,fell
      """)
    #expect(table.rows.map { [$0[0], $0[4]] } == [["02_to_04", "2"], ["01", "1"]])
  }
}
