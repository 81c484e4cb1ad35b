import ColumnStore
import Columns
import StoreSupport
import TestSupport
import Testing

@testable import Features
@testable import RunnerKeys

/// The cells, by `docs/features.md`.
@Suite struct FeatureJobTests {
  private static let dimensions = [
    "jockey", "trainer", "horse", "jockey+course", "draw", "days_since_last_run_band",
  ]
  private static let windows: [Int?] = [1, 3, nil, 45, 365]

  private static func request(
    _ dimensions: [String] = dimensions, _ windows: [Int?] = windows
  ) throws -> FeatureRequest {
    var request = try FeatureRequest(
      dimensions: dimensions,
      windows: Window.list(windows.map { $0.map { "\($0)d" } ?? "all" }))
    // `FeatureReportTests` has the other figures.
    request.metrics = FeatureMetric.allCases
    return request
  }

  private static func keys(_ dimensions: [String]) -> [[String]] {
    dimensions.map { $0.split(separator: "+").map(String.init) }
  }

  /// Returns the names of columns that are not as expected.
  private static func differing(_ table: Table, _ expected: [String: [String?]]) -> [String] {
    let found = table.cells
    return Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }.sorted()
  }

  /// Days that are close together, so that short windows hold something.
  private static func wildRows(_ races: Int, salt: UInt64) -> [String] {
    WildRaces(races: races, salt: salt).rows.map { row in
      row.replacing("2024-1", with: "2024-0").replacing("2025-1", with: "2025-0")
    }
  }

  @Test func `every cell is what its definition says, on any number of threads`() throws {
    let snapshot = try StoreFixture.snapshot(csv: WildRaces.csv(Self.wildRows(150, salt: 41)))
    let expected = ReferenceFeatures(snapshot).cells(
      Self.keys(Self.dimensions), windows: Self.windows)
    for threads in [1, 2, 3, 7] {
      var request = try Self.request()
      request.threads = threads
      let found = try FeatureJob(request, from: snapshot).run().table
      #expect(found.rowCount == expected["race_id"]?.count && found.rowCount > 500)
      #expect(
        Self.differing(found, expected) == [], "\(threads) threads, seed \(SeededGenerator.seed)")
    }
  }

  @Test(.longForm) func `a season's features are those of the definition`() throws {
    let snapshot = try StoreFixture.season(runners: 3_000, seed: 5)
    let request = try Self.request(["jockey", "trainer"], [14, 30, 90, 365])
    let expected = ReferenceFeatures(snapshot).cells(
      [["jockey"], ["trainer"]], windows: [14, 30, 90, 365])
    let found = try FeatureJob(request, from: snapshot).run().table
    #expect(Self.differing(found, expected) == [])
  }

  @Test func `a filter says which earlier runners count, and takes no row away`() throws {
    let snapshot = try StoreFixture.snapshot(csv: WildRaces.csv(Self.wildRows(120, salt: 42)))
    var request = try Self.request(["jockey", "trainer"], [60, nil])
    request.filter = try Filter("sp < 8 or outcome = 'fell'")
    var reference = ReferenceFeatures(snapshot)
    reference.filter = { $0.sp.map { $0 < 8_000_000 } ?? false || $0.outcome == "fell" }
    let found = try FeatureJob(request, from: snapshot).run().table
    let expected = reference.cells([["jockey"], ["trainer"]], windows: [60, nil])
    #expect(Self.differing(found, expected) == [])
  }

  @Test func `rows of some days are those of the whole table`() throws {
    let snapshot = try StoreFixture.snapshot(csv: WildRaces.csv(Self.wildRows(150, salt: 43)))
    let reference = ReferenceFeatures(snapshot)
    for windows in [[1, 45], [7, nil]] as [[Int?]] {
      for (from, to) in [
        ("2024-09-03", "2025-01-31"), ("2025-02-10", nil), (nil, "2024-08-30"),
        ("2025-03-01", "2025-03-01"), ("2031-01-01", nil), (nil, "2001-01-01"),
      ] {
        var request = try Self.request(["jockey", "course"], windows)
        request.from = from.flatMap { Day(iso: $0) }
        request.to = to.flatMap { Day(iso: $0) }
        request.threads = 2
        let days = Int(request.from?.number ?? 0)...Int(request.to?.number ?? 99_999)
        let expected = reference.cells([["jockey"], ["course"]], windows: windows, days: days)
        let found = try FeatureJob(request, from: snapshot).run().table
        #expect(found.rowCount == expected["race_id"]?.count ?? 0)
        if found.rowCount > 0 { #expect(Self.differing(found, expected) == []) }
      }
    }
  }

  @Test func `pieces, one behind the other, are the table`() throws {
    let snapshot = try StoreFixture.snapshot(csv: WildRaces.csv(Self.wildRows(150, salt: 46)))
    for (from, to) in [(nil, nil), ("2024-09-03", "2025-02-28")] as [(String?, String?)] {
      var request = try Self.request(["jockey", "jockey+course"], [7, nil])
      request.from = from.flatMap { Day(iso: $0) }
      request.to = to.flatMap { Day(iso: $0) }
      request.includesUnresolved = true
      try request.setColumns(["date", "horse", "rank(weight_lb)"])
      try request.setTargets(["sp"])
      let whole = try FeatureJob(request, from: snapshot).run().table
      for (rows, threads) in [(1, 1), (40, 2), (64, 3), (1_000_000, 2)] {
        request.threads = threads
        let pieces = try FeatureJob(request, from: snapshot).pieces(ofRows: rows)
        let tables = pieces.map(\.table)
        #expect(pieces.rowCount == whole.rowCount && pieces.columnCount == whole.columns.count)
        #expect(tables.allSatisfy { $0.fields == whole.fields })
        // A day is never cut, so pieces are as long as they may be, or one day.
        let days = tables.map { Set($0["date"]!.cells) }
        #expect(zip(tables, days).allSatisfy { $0.rowCount <= rows || $1.count == 1 })
        #expect(days.reduce(0) { $0 + $1.count } == Set(whole["date"]!.cells).count)
        #expect((tables.count == 1) == (rows > whole.rowCount))
        let joined = whole.fields.map { field in tables.flatMap { $0[field.name]!.cells } }
        #expect(joined == whole.columns.map(\.cells), "\(rows) rows, seed \(SeededGenerator.seed)")
      }
    }
  }

  /// Months of less than a megabyte are let go while features are computed, others are not.
  @Test func `a large month has what a small one tells of the days it looks at`() throws {
    let rows = WildRaces(races: 2_600, salt: 48, days: 20).rows
    let large = try StoreFixture.snapshot(csv: WildRaces.csv(rows))
    let lastDays = rows.filter { $0.contains(",2024-06-19,") || $0.contains(",2024-06-20,") }
    let small = try StoreFixture.snapshot(csv: WildRaces.csv(lastDays))
    let sizes = [large, small].map { $0.segments(of: "runners").map(\.byteCount) }
    #expect(sizes[0].count == 1 && sizes[0][0] > 1 << 20 && sizes[1][0] < 1 << 20)
    var request = try Self.request(["jockey", "trainer", "jockey+course"], [1])
    request.from = Day(iso: "2024-06-20")
    request.threads = 2
    let expected = try FeatureJob(request, from: small).run().table
    let found = try FeatureJob(request, from: large).run().table
    #expect(expected.rowCount > 300 && found.fields == expected.fields)
    #expect(Self.differing(found, expected.cells) == [], "seed \(SeededGenerator.seed)")
  }

  @Test func `where no day is asked for there is one piece without rows`() throws {
    let snapshot = try StoreFixture.snapshot(csv: WildRaces.csv(Self.wildRows(20, salt: 47)))
    var request = try Self.request(["jockey"], [7])
    request.from = Day(iso: "2031-01-01")
    let pieces = try FeatureJob(request, from: snapshot).pieces(ofRows: 10).map(\.table)
    #expect(pieces.map(\.rowCount) == [0] && pieces[0].columns.count == 12)
  }

  @Test func `runners without a result yet have rows where they are asked for`() throws {
    let snapshot = try StoreFixture.snapshot(csv: WildRaces.csv(Self.wildRows(80, salt: 44)))
    var request = try Self.request(["jockey"], [30])
    request.includesUnresolved = true
    var reference = ReferenceFeatures(snapshot)
    reference.hasRow = { !["non_runner", "void"].contains($0.outcome) }
    let found = try FeatureJob(request, from: snapshot).run().table
    let expected = reference.cells([["jockey"]], windows: [30])
    #expect(Self.differing(found, expected) == [])
    request.includesUnresolved = false
    #expect(try FeatureJob(request, from: snapshot).run().rowCount < found.rowCount)
  }

  @Test func `columns of the runner itself stand behind its key`() throws {
    let csv = """
      race_id,date,course,number,horse,jockey,position,sp,handicap,prize
      r1,2026-01-01,York,1,Red,Ann,1,3.5,true,1000.5
      r1,2026-01-01,York,2,Blue,,2,,true,1000.5
      r2,2026-01-02,,3,,Ann,1,4,,
      """
    let snapshot = try StoreFixture.snapshot(csv: csv + "\n")
    var request = try FeatureRequest(dimensions: ["jockey"], windows: [Window("7d")])
    try request.setColumns(["date", "horse", "course", "handicap", "prize"])
    try request.setTargets(["sp", "outcome"])
    let table = try FeatureJob(request, from: snapshot).run().table
    #expect(
      table.fields.map(\.name) == [
        "race_id", "number", "date", "horse", "course", "handicap", "prize", "jockey_runs_7",
        "jockey_wins_7", "jockey_win_rate_7", "jockey_sp_roi_7", "target_sp", "target_outcome",
      ])
    #expect(table["race_id"]?.cells == ["r1", "r1", "r2"])
    #expect(table["horse"]?.cells == ["Red", "Blue", nil])
    #expect(table["target_sp"]?.cells == ["3.5", nil, "4.0"])
    #expect(table["course"]?.cells == ["York", "York", nil])
    #expect(table["prize"]?.cells == ["1000.5", "1000.5", nil])
    #expect(table["target_outcome"]?.cells == ["finished", "finished", "finished"])
    #expect(table["date"]?.type == .date)
    // A missing name has no record.
    #expect(table["jockey_runs_7"]?.cells == ["0", nil, "1"])
    #expect(table["jockey_win_rate_7"]?.cells == [nil, nil, "1.0"])
    #expect(table["jockey_sp_roi_7"]?.cells == [nil, nil, "2.5"])
  }

  @Test func `one day has no record, and a store without races none at all`() throws {
    let one = try StoreFixture.snapshot(
      csv: """
        race_id,date,number,horse,jockey,trainer,position,sp
        1,2026-01-01,1,Red,Ann,Tom,1,3
        2,2026-01-01,1,Red,Ann,Tom,1,3

        """)
    let table = try FeatureJob(FeatureRequest(), from: one).run().table
    #expect(table.rowCount == 2 && table.columns.count == 34)
    #expect(table["trainer_runs_365"]?.cells == ["0", "0"])
    let none = try StoreFixture.snapshot(csv: "race_id,date,number,horse,position\n")
    #expect(throws: ReportError.noRaces(store: none.store, asOf: nil)) {
      try FeatureJob(FeatureRequest(), from: none)
    }
  }

  @Test func `a dead heat for first pays its share, rounded half to even`() throws {
    let csv = """
      race_id,date,number,horse,jockey,position,sp
      1,2026-01-01,1,A,Ann,1,2.000001
      1,2026-01-01,2,B,Bob,1,3
      2,2026-01-02,1,A,Ann,1,4
      2,2026-01-02,2,B,Bob,2,4

      """
    var request = try FeatureRequest(dimensions: ["jockey"], windows: [Window("1d")])
    request.metrics = [.wins, .spROI]
    let table = try FeatureJob(request, from: StoreFixture.snapshot(csv: csv)).run().table
    #expect(table["jockey_wins_1"]?.cells == ["0", "0", "1", "1"])
    // Half of 2,000,001 millionths is 1,000,000.5: the even neighbour.
    #expect(table["jockey_sp_roi_1"]?.cells == [nil, nil, "0.0", "0.5"])
  }

  @Test func `aliases gather the spellings of a name`() throws {
    let csv = """
      race_id,date,number,horse,jockey,position
      1,2026-01-01,1,A,Z. Zimmer,1
      2,2026-01-02,1,A,Zoë Zimmer,2

      """
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "role,spelling,name\njockey,Z. Zimmer,Zoë Zimmer\n", to: "aliases.csv")
    var request = try FeatureRequest(dimensions: ["jockey"], windows: [.all])
    request.aliases = try NameAliases(contentsOf: path)
    let table = try FeatureJob(request, from: StoreFixture.snapshot(csv: csv)).run()
    let column = try table.column(.runs, of: Dimension("jockey"), over: .all)
    #expect(column?.cells == ["0", "1"])
  }
}
