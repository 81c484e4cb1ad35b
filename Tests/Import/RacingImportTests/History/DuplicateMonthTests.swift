import StoreImport
import StoreSupport
import TestSupport
import Testing

/// Duplicates of runners by the month of their race, as the ledger keeps them.
struct DuplicateMonthTests {
  /// Runners of three months, nine in each said twice.
  private static let lines = MonthPartTests.lines(.none, days: 90)
  private static let repeats = ["2020-01": 9, "2020-02": 9, "2020-03": 9]
  private static let header = "source,race_id,date,off_time,course,number,horse,position,sp\n"

  @Test(arguments: [false, true], [1, 2])
  func `parts of a file and the whole of it count alike`(isWhole: Bool, threads: Int) throws {
    let store = TestStore()
    var isSorted = false
    var job = try MonthPartTests.job(store, threads: threads)
    job.progress = { isSorted = isSorted || $0.hasPrefix("sorting") }
    let first = isWhole ? MonthPartTests.quoted(Self.lines[0]) : Self.lines[0]
    let imported = try job.run([MonthPartTests.file([first] + Self.lines.dropFirst(), store)])[0]
    #expect(isSorted == isWhole)
    #expect(imported.duplicateMonths == Self.repeats && imported.duplicates == 27)
    #expect(try store.ledgerMonths == [Self.repeats])
    #expect(
      try store.rows("imports").map { $0["duplicate_months"] }
        == [#"{"2020-01":9,"2020-02":9,"2020-03":9}"#])
  }

  @Test func `a file that comes again repeats all its runners until the first one is undone`()
    throws
  {
    let store = TestStore()
    let job = try MonthPartTests.job(store)
    let file = try MonthPartTests.file(Self.lines, store)
    _ = try job.run([file])
    let stored = try store.values("date").reduce(into: [String: Int]()) {
      $0[String($1.prefix(7)), default: 0] += 1
    }
    #expect(stored.keys.sorted() == Self.repeats.keys.sorted())
    // The same bytes are known; with one line end more they are read.
    #expect(try job.run([file])[0].wasKnown)
    #expect(try store.ledgerMonths == [Self.repeats])
    let again = try job.run([MonthPartTests.file(Self.lines + [""], store)])[0]
    let all = Self.repeats.merging(stored) { $0 + $1 }
    #expect(again.stored == 0 && again.duplicates == all.values.reduce(0, +))
    #expect(try store.ledgerMonths == [Self.repeats, all])
    let before = try store.everything()
    try store.replay()
    #expect(try store.everything() == before && store.ledgerMonths == [Self.repeats, all])
    try store.undo(1)
    #expect(try store.ledgerMonths == [Self.repeats])
    #expect(try job.run([file])[0].duplicateMonths == all)
  }

  @Test func `a race that was put off counts in the month of its newest version`() throws {
    let store = TestStore()
    let yaml = mapping("horse: {column: horse}", "number: {column: number}").replacing(
      "    key:", with: "    duplicates: last\n    key:")
    let rows = "r1,2024-01-31,1,Ann\nr1,2024-01-31,2,Bea\nr1,2024-02-02,1,Ann\n"
    let imported = try store.add("race_id,date,number,horse\n" + rows, yaml: yaml)
    #expect(imported.counts == [3, 2, 1, 0] && imported.duplicateMonths == ["2024-02": 1])
  }

  @Test func `a race that another source has told of counts in the month it is stored in`() throws {
    let store = TestStore()
    func race(_ source: String, _ day: String, _ off: String) -> [String] {
      ["Ann", "Bea", "Cat"].enumerated().map {
        "\(source),\(source),\(day),\(off),Ascot,\($0 + 1),\($1),\($0 + 1),\($0 + 2)\n"
      }
    }
    try store.add(
      Self.header + race("a", "2024-01-31", "2024-01-31T23:58Z").joined())
    let other = race("b", "2024-02-01", "2024-02-01T00:01Z")
    let first = try store.add(Self.header + other.joined() + other[1])
    #expect(first.matchedRaces == 1 && first.rowsRead == 4 && first.duplicates > 0)
    #expect(first.duplicateMonths == ["2024-01": first.duplicates])
    let again = try store.add(Self.header + other.joined() + other[1] + other[2])
    #expect(again.counts == [5, 0, 5, 0] && again.duplicateMonths == ["2024-01": 5])
  }

  @Test func `a retry counts those of the rows that it reads`() throws {
    let store = TestStore()
    let row = "r1,2024-03-01,1,1,Ann,1,x,test\n"
    let header = "race_id,date,race_no,number,horse,position,sp,source\n"
    try store.add(header + row + row, yaml: StoreHistory.mapping)
    let retried = try store.retry(1, yaml: StoreHistory.lenientMapping)
    #expect(retried?.counts == [2, 1, 1, 0] && retried?.duplicateMonths == ["2024-03": 1])
    #expect(try store.ledgerMonths == [[:], ["2024-03": 1]])
  }

  @Test func `dividends count by file alone`() throws {
    let store = TestStore()
    let row = "r1,2024-01-01,win,1,2.6\n"
    let imported = try store.add(
      "race_id,date,pool,combination,dividend\n" + row + row, yaml: StoreHistory.mapping)
    #expect(imported.duplicates == 1 && imported.duplicateMonths == [:])
  }

  @Test func `older imports have no months until a replay counts them`() throws {
    let store = TestStore()
    let row = "r1,2024-01-01,1,Ann\n"
    try store.add("race_id,date,number,horse\n" + row + row)
    try FirstLayout.make(of: store.path)
    #expect(try store.ledgerMonths == [nil])
    try store.add("race_id,date,number,horse\n\n" + row)
    #expect(try store.ledgerMonths == [nil, ["2024-01": 1]])
    try store.replay()
    #expect(try store.ledgerMonths == [["2024-01": 1], ["2024-01": 1]])
  }
}

extension TestStore {
  /// The months of the duplicates of imports in force, as the ledger has them.
  fileprivate var ledgerMonths: [[String: Int]?] {
    get throws { try ImportLedger(try snapshot).standing.map(\.duplicateMonths) }
  }
}
