import Columns
import ReportWriters
import StoreSupport
import Testing

@testable import Cards
@testable import Features
@testable import Questions
@testable import RunnerKeys

/// Prices that mappings name, as fields of filters.
@Suite struct PriceFilterTests {
  private static let csv = """
    race_id,date,number,horse,jockey,position,sp,price_early
    r1,2024-05-02,1,A,Ann,1,3,4.5
    r1,2024-05-02,2,B,Bob,2,2,2.25
    r1,2024-05-02,3,C,Cy,3,6,

    """

  @Test(arguments: [
    ("price_early > 4", "1"), ("PRICE_EARLY between 2 and 5", "2"), ("price_early is null", "1"),
    ("not price_early > 4", "1"),
  ])
  func `a named price is a field of filters`(condition: String, runs: String) throws {
    let table = try ReportTable(by: "none", Self.csv) { $0.filter = try Filter(condition) }
    #expect(table["all", "runs"] == runs)
  }

  @Test func `a price that no runner has is refused`() throws {
    let snapshot = try StoreFixture.snapshot(csv: Self.csv)
    let error = #expect(throws: ReportError.self) {
      try ReportTable(by: "none", windows: ["all"], of: snapshot) {
        $0.filter = try Filter("price_late > 4")
      }
    }
    #expect("\(error!)" == "--where: found the price price_late; expected one of price_early")
    #expect(throws: FilterError.self) { try Filter("price_ > 4") }
  }

  @Test func `an angle leaves a named price open before the race`() throws {
    let angle = Angle(name: "a", filter: try Filter("price_early > 4 and number = 1"))
    #expect(angle.laterFields == ["price_early"])
  }

  @Test func `a card with results, and a record, show named prices`() throws {
    let snapshot = try StoreFixture.snapshot(csv: Self.csv)
    let request = try CardRequest(day: Day(iso: "2024-05-02")!, dimensions: [])
    let card = try CardJob(request, from: snapshot).run()
    let lines = CSVCardWriter.text(card, try CardColumns(hasResults: true)).split(separator: "\n")
    #expect(lines[0].hasSuffix(",outcome,position,sp,prices"))
    #expect(lines[1].hasSuffix(",finished,1,3,early 4.5") && lines[3].hasSuffix(",finished,3,6,"))
    // Some are of the race itself, so a card without results has none.
    #expect(!CSVCardWriter.text(card, try CardColumns()).contains("price"))
    let record = try RecordJob(RecordRequest(.horse, "A"), from: snapshot).run()
    #expect(RecordJSON.text(record).contains("\"prices\":{\"early\":4.5}"))
  }

  @Test func `a derived time is a field of filters and a column of features`() throws {
    let snapshot = try StoreFixture.snapshot(
      csv: """
        race_id,date,number,horse,jockey,position,race_type,going,beaten_lengths,finish_time_s
        r1,2024-05-02,1,A,Ann,1,flat,Good,,72.5
        r1,2024-05-02,2,B,Bob,2,flat,Good,3,

        """)
    let late = try ReportTable(by: "none", windows: ["all"], of: snapshot) {
      $0.filter = try Filter("derived_time_s = 73")
    }
    #expect(late["all", "runs"] == "1")
    var request = try FeatureRequest(dimensions: ["jockey"])
    try request.setColumns(["horse"])
    try request.setTargets(["derived_time_s"])
    let table = try FeatureJob(request, from: snapshot).run().table
    #expect(table["target_derived_time_s"]!.doubles.map { $0 } == [72.5, 73])
    #expect(
      try Angle(name: "a", filter: Filter("derived_time_s > 1")).laterFields == ["derived_time_s"])
  }
}
