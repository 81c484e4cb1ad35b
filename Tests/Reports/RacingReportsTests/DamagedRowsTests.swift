import Calibration
import ColumnStore
import Columns
import Foundation
import Racing
import RacingExport
import StoreSupport
import TabularFiles
import TestSupport
import Testing

@testable import Cards
@testable import EntityReports
@testable import Features
@testable import Questions
@testable import RunnerKeys

/// Rows that no import writes stop a report with an error, without a crash.
///
/// Their checksums are right: a version that rewrote damaged months has left such stores.
struct DamagedRowsTests {
  /// A way in which a month's rows may be wrong.
  struct Wrong: Sendable, CustomTestStringConvertible {
    let table: String
    let column: String
    /// The change of the value in a row in the middle.
    let change: @Sendable (Int64) -> Int64

    var testDescription: String { "\(table).\(column)" }
  }

  private static let wrongs: [Wrong] = [
    Wrong(table: "runners", column: "race_index") { _ in 1_000_000_000 },
    Wrong(table: "runners", column: "race_index") { _ in -1 },
    Wrong(table: "runners", column: "race_index") { $0 - 2 },
    Wrong(table: "runners", column: "jockey") { _ in 1_000_000_000 },
    Wrong(table: "runners", column: "jockey") { _ in -2 },
    Wrong(table: "runners", column: "trainer") { _ in .init(Int32.max) },
    Wrong(table: "runners", column: "outcome") { _ in 99 },
    Wrong(table: "runners", column: "outcome") { _ in -3 },
    Wrong(table: "runners", column: "position") { _ in -7 },
    Wrong(table: "runners", column: "sp") { _ in 1 << 62 },
    Wrong(table: "runners", column: "sp") { _ in .min },
    Wrong(table: "races", column: "date") { $0 + 10_000 },
    Wrong(table: "races", column: "date") { _ in .init(Int32.max) },
    Wrong(table: "races", column: "country") { _ in 250 },
  ]

  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.file("season.csv")
    try StoreFixture.writeSeason(runners: 900, seed: 9, to: path)
    try StoreFixture.add(csv: String(contentsOfFile: path, encoding: .utf8), to: store)
  }

  /// Returns a store with one wrong value, in a month in the middle.
  private func snapshot(_ wrong: Wrong, in other: String? = nil) throws -> Snapshot {
    let store = other ?? store
    let whole = try Snapshot(store: store)
    let segments = whole.segments(of: wrong.table)
    let segment = segments[segments.count / 2]
    let column = try #require(segment.rows[wrong.column])
    let row = segment.rows.rowCount / 2
    func changed<Number: FixedWidthInteger>(_ values: Buffer<Number>) -> Buffer<Number> {
      var values = Array(values)
      values[row] = Number(truncatingIfNeeded: wrong.change(Int64(values[row])))
      return Buffer(values)
    }
    let values: ColumnValues =
      switch column.values {
      case .int16(let buffer): .int16(changed(buffer))
      case .int32(let buffer): .int32(changed(buffer))
      case .int64(let buffer): .int64(changed(buffer))
      default: preconditionFailure("a column of whole numbers")
      }
    let writer = try StoreWriter(store: store)
    // Each row has a value, so that the wrong one counts.
    let rows = segment.rows.replacing(wrong.column, Column(column.type, values))
    try writer.replace(wrong.table, segment.month, with: rows)
    try writer.commit()
    return try Snapshot(store: store)
  }

  private func expectStoreError(_ body: () throws -> Void) {
    let error = #expect(throws: ReportError.self, performing: body)
    guard case .store(.corrupt(let file, _, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file.hasPrefix(store))
  }

  @Test(arguments: LongForm.cases(wrongs, short: 4))
  func `a report ends with an error that names the store`(wrong: Wrong) throws {
    let snapshot = try snapshot(wrong)
    for keys in ["jockey", "jockey+trainer"] {
      guard keys.contains("+") || wrong.column != "trainer" else { continue }
      for threads in [1, 2] {
        var request = ReportRequest(dimensions: [try Dimension(keys)])
        request.threads = threads
        expectStoreError { _ = try ReportJob(request, from: snapshot).run() }
      }
    }
  }

  @Test(arguments: [("price_early", 1 << 62), ("place_bsp", .min)] as [(String, Int64)])
  func `a price that only some bets need ends with an error, too`(
    column: String, value: Int64
  ) throws {
    let priced = folder.file("store-with-prices")
    let runners = (1...3).map { "r1,2024-05-02,\($0),H\($0),Ann,\($0),3,2.5,1.5\n" }
    try StoreFixture.add(
      csv: "race_id,date,number,horse,jockey,position,sp,price_early,place_bsp\n"
        + runners.joined(), to: priced)
    var request = ReportRequest(dimensions: [try Dimension("jockey")])
    try request.figures.setBets(["price_early", "place_bsp"])
    _ = try ReportJob(request, from: Snapshot(store: priced)).run()
    let snapshot = try snapshot(
      Wrong(table: "runners", column: column) { _ in value }, in: priced)
    expectStoreError { _ = try ReportJob(request, from: snapshot).run() }
  }

  @Test(arguments: LongForm.cases(wrongs, short: 4))
  func `features end with an error, too`(wrong: Wrong) throws {
    let snapshot = try snapshot(wrong)
    // Each metric alone: sums of another must not find the damage first.
    for metric in [FeatureMetric.runs, .spROI, .ae, .prb] {
      var request = try FeatureRequest(dimensions: ["jockey", "jockey+trainer"])
      request.metrics = [metric]
      request.threads = 2
      expectStoreError { _ = try FeatureJob(request, from: snapshot).run() }
    }
  }

  @Test(arguments: [1 << 62, .min] as [Int64])
  func `a market's price ends every question with an error, too`(value: Int64) throws {
    let priced = folder.file("store-with-a-market")
    let runners = (1...3).map { "r1,2024-05-02,\($0),H\($0),Ann,\($0),3,2.5\n" }
    try StoreFixture.add(
      csv: "race_id,date,number,horse,jockey,position,sp,price_early\n" + runners.joined(),
      to: priced)
    let wrong = Wrong(table: "runners", column: "price_early") { _ in value }
    let snapshot = try snapshot(wrong, in: priced)
    let market = try #require(Market(name: "price_early"))
    var report = ReportRequest(dimensions: [try Dimension("jockey")])
    report.facts.market = market
    expectStoreError { _ = try ReportJob(report, from: snapshot).run() }
    for metric in ["ae", "lay_bsp_roi"] {
      var features = try FeatureRequest(dimensions: ["jockey"])
      try features.setMetrics([metric])
      features.facts.market = market
      expectStoreError { _ = try FeatureJob(features, from: snapshot).run() }
    }
    var calibration = CalibrationRequest()
    calibration.bases = [market]
    expectStoreError { _ = try CalibrationJob(calibration, from: snapshot).run() }
  }

  @Test(arguments: [1_000_000_000, -2, Int64(Int32.min)] as [Int64])
  func `a report of one window ends with an error for a code without a name`(code: Int64) throws {
    let snapshot = try snapshot(Wrong(table: "runners", column: "jockey") { _ in code })
    var request = ReportRequest(dimensions: [try Dimension("jockey")], windows: [.all])
    request.threads = 2
    expectStoreError { _ = try ReportJob(request, from: snapshot).run() }
    expectStoreError { _ = try NameSearch(.jockey, in: snapshot) }
    expectStoreError { _ = try NameCounts("jockey", snapshot) }
    expectStoreError { _ = try RecordJob(RecordRequest(.jockey, "x"), from: snapshot).run() }
  }

  @Test(arguments: ["jockey = 'x'", "days_since_last_run > 3"])
  func `a filter on a code without a name ends with an error`(filter: String) throws {
    let column = filter.hasPrefix("days") ? "horse" : "jockey"
    let snapshot = try snapshot(Wrong(table: "runners", column: column) { _ in 1_000_000 })
    var request = ReportRequest(dimensions: [try Dimension("course")])
    request.filter = try Filter(filter)
    expectStoreError { _ = try ReportJob(request, from: snapshot).run() }
  }

  @Test func `an alias of a code without a name ends with an error`() throws {
    let snapshot = try snapshot(Wrong(table: "runners", column: "jockey") { _ in 1_000_000 })
    var request = ReportRequest(dimensions: [try Dimension("jockey")])
    let names = snapshot.dictionary("jockey")
    request.aliases = try NameAliases([("jockey", names[0], names[1])])
    expectStoreError { _ = try ReportJob(request, from: snapshot).run() }
  }

  @Test func `a card shows no day of a month that is wrong`() throws {
    let snapshot = try snapshot(Wrong(table: "runners", column: "sire") { _ in 1_000_000 })
    let segments = snapshot.segments(of: RacingTables.races)
    let middle = segments[segments.count / 2].rows["date"]!.int32s
    expectStoreError {
      _ = try CardJob(CardRequest(day: Day(middle[0])), from: snapshot).run()
    }
    // Its figures need no sire, and another month's rows are as they were.
    let last = segments.last!.rows["date"]!.int32s
    _ = try CardJob(CardRequest(day: Day(last[0])), from: snapshot).run()
  }

  @Test func `an export of a month without races ends with an error`() throws {
    let races = try Snapshot(store: store).segments(of: RacingTables.races)
    let writer = try StoreWriter(store: store)
    try writer.replace(RacingTables.races, races[races.count / 2].month, with: Table([]))
    try writer.commit()
    let job = ExportJob(try Snapshot(store: store))
    let error = #expect(throws: FileError.self) {
      try job.write(RacingTables.runners, to: folder.file("runners.csv"), as: .csv)
    }
    guard case .malformed(let file, "runners without races", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file.hasPrefix(store))
  }

  @Test func `damage that only the note on absent facts meets ends with an error`() throws {
    let wrong = Wrong(table: "races", column: "source") { _ in 0x5A5A_5A5A }
    let segments = try snapshot(wrong).segments(of: RacingTables.races)
    let month = "races/\(segments[segments.count / 2].month.iso)"
    let name = try #require(files(below: store).first { $0.contains(month) })
    try rewrite(store + "/" + name) { data in
      data[data.range(of: Data(repeating: 0x5A, count: 4))!.lowerBound] ^= 1
    }
    var request = ReportRequest(dimensions: [try Dimension("jockey")])
    request.filter = try Filter("market_rank > 0")
    let damaged = try Snapshot(store: store)
    expectStoreError { _ = try ReportJob(request, from: damaged).run() }
  }

  @Test func `sums of a damaged month are not kept`() throws {
    let snapshot = try Snapshot(store: store)
    let segment = snapshot.segments(of: RacingTables.runners)[0]
    let month = "runners/\(segment.month.iso)"
    let name = try #require(files(below: store).first { $0.contains(month) })
    // A plausible price: only the checksum detects the change.
    try rewrite(store + "/" + name) { data in
      let sp = segment.rows["sp"]!.int64s
      let value = withUnsafeBytes(of: sp.first { $0 > 0 }!) { Data($0) }
      data[data.range(of: value)!.lowerBound] ^= 1
    }
    var request = ReportRequest(
      dimensions: [try Dimension("jockey")], windows: try Window.list(["30d", "all"]))
    request.keepsSums = true
    let damaged = try Snapshot(store: store)
    expectStoreError { _ = try ReportJob(request, from: damaged).run() }
    #expect(files(below: store).filter { $0.hasPrefix("sums/") } == [])
  }
}
