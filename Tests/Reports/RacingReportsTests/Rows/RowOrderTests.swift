import StoreSupport
import Testing

@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// `--order-by` and `--top`.
@Suite struct RowOrderTests {
  private static let wild = Result {
    try StoreFixture.snapshot(csv: WildRaces(races: 80, salt: 61).csv)
  }

  @Test(
    arguments: [
      ("sp_roi", true), ("sp_roi:asc", false), ("runs:asc", false), ("form_score", true),
      ("tote_roi_low", true), ("last_run", false), ("last_run:desc", true), ("jockey", false),
      ("jockey:desc", true), ("recent_form", false), ("max_drawdown", true), ("window", false),
    ], [Int.max, 3])
  func `rows stand in the order of a column's cells`(order: (String, Bool), top: Int) throws {
    try expectReference(try Self.wild.get(), ["jockey", "jockey+course"], ["30d", "all"]) {
      $0.order = try RowOrder(order.0)
      $0.top = top
    } reference: {
      $0.order = (String(order.0.prefix { $0 != ":" }), order.1)
      $0.top = top
    }
  }

  @Test(arguments: ["sp_roi", "course,wins", "horse:desc"])
  func `the first rows of many are those of the whole order`(order: String) throws {
    let snapshot = try StoreFixture.season(runners: 6000, seed: 9)
    var request = ReportRequest(dimensions: [try Dimension("horse+course")], windows: [.all])
    request.order = try RowOrder(order)
    let whole = try ReportJob(request, from: snapshot).run().reports[0].rows.map(\.keys)
    try #require(whole.count > 1500)
    for top in [1, 7, 150] {
      request.top = top
      let first = try ReportJob(request, from: snapshot).run().reports[0].rows.map(\.keys)
      #expect(first == Array(whole.prefix(top)), "the first \(top)")
    }
  }

  @Test(arguments: ["weekday", "draw", "distance_band", "number"])
  func `a key with an order of its own keeps it`(key: String) throws {
    for (suffix, isDescending) in [("", false), (":desc", true)] {
      try expectReference(try Self.wild.get(), [key, "\(key)+jockey"], ["all"]) {
        $0.order = try RowOrder(key + suffix)
      } reference: {
        $0.order = (key, isDescending)
      }
    }
  }

  @Test func `the first rows alone are those of the default order`() throws {
    try expectReference(try Self.wild.get(), ["jockey", "horse"], ["90d", "all"]) {
      $0.top = 2
    } reference: {
      $0.top = 2
    }
  }

  @Test func `numbers start with the largest, names and days with the smallest`() throws {
    for name in ReportColumns.standard.names + Dimension.keyNames {
      let isText =
        ["window", "from", "to", "recent_form", "last_run"].contains(name)
        || Dimension.keyNames.contains(name)
      #expect(try RowOrder(name).direction == (isText ? .ascending : .descending), "\(name)")
    }
  }

  @Test(
    arguments: [
      ("sp_ro", "--order-by: found the column sp_ro; expected sp_roi or bsp_roi"),
      ("jokey:asc", "--order-by: found the column jokey; expected jockey"),
      ("", "--order-by: found no column; expected a column of the report"),
      ("runs:up", "--order-by: found up; expected asc or desc"),
      ("runs:", "--order-by: found nothing; expected asc or desc"),
    ])
  func `an unknown column is refused and the nearest one named`(text: String, message: String) {
    let error = #expect(throws: ReportError.self) { try RowOrder(text) }
    #expect(error?.description == message)
  }

  @Test func `a report is not ordered by another report's key`() throws {
    var request = ReportRequest(dimensions: [try Dimension("jockey"), try Dimension("trainer")])
    request.order = try RowOrder("jockey")
    let error = #expect(throws: ReportError.self) {
      try ReportJob(request, from: Self.wild.get())
    }
    #expect(error?.found == "the column jockey")
  }
}
