import ColumnStore
import ImportHistory
import Testing

/// Two sources, `results` and `exchange`, in Railbird's own layout.
struct RaceMatchingTests {
  static let results = """
    source,race_id,date,off_time,race_no,course,number,horse,jockey,position,outcome,sp
    results,r1,2024-01-06,2024-01-06T14:00:00Z,1,Royal Ascot,1,Ann (IRE),Dettori,1,,2.5
    results,r1,2024-01-06,2024-01-06T14:00:00Z,1,Royal Ascot,2,Bea,Moore,2,,4
    results,r1,2024-01-06,2024-01-06T14:00:00Z,1,Royal Ascot,3,Café Noir,,,fell,9
    results,r1,2024-01-06,2024-01-06T14:00:00Z,1,Royal Ascot,4,Dot,Doyle,,non_runner,
    results,r2,2024-01-06,2024-01-06T14:30:00Z,2,Royal Ascot,1,Eve,Moore,1,,2
    results,r2,2024-01-06,2024-01-06T14:30:00Z,2,Royal Ascot,2,Fay,Doyle,2,,2

    """

  static let prices = """
    source,race_id,date,off_time,course,horse,bsp,place_bsp
    exchange,9.1,2024-01-06,2024-01-06T14:03:00Z,ASCOT,1. Ann,2.66,1.3
    exchange,9.1,2024-01-06,2024-01-06T14:03:00Z,ASCOT,2. Bea,4.4,1.5
    exchange,9.1,2024-01-06,2024-01-06T14:03:00Z,ASCOT,3. Cafe Noir,10,2
    exchange,9.2,2024-01-06,2024-01-06T14:35:00Z,ASCOT,1. Eve,2.1,
    exchange,9.2,2024-01-06,2024-01-06T14:35:00Z,ASCOT,2. Fay,2.2,

    """

  static func names(_ store: TestStore, _ column: String) throws -> [String] {
    try store.rows().map { $0[column]! }
  }

  @Test func `prices reach the runners of stored results`() throws {
    let store = TestStore()
    try store.add(Self.results)
    let imported = try store.add(Self.prices)
    #expect(imported.counts == [5, 5, 0, 0])
    #expect(imported.replaced == 5 && imported.matchedRaces == 2 && imported.unresolved == 0)
    #expect(imported.disagreements == 0 && imported.ambiguousRaces == 0)
    #expect(try store.values("race_id") == ["r1", "r1", "r1", "r1", "r2", "r2"])
    #expect(try store.values("horse") == ["Ann (IRE)", "Bea", "Café Noir", "Dot", "Eve", "Fay"])
    #expect(try store.values("bsp") == ["2.66", "4.4", "10", "", "2.1", "2.2"])
    #expect(try store.values("sp") == ["2.5", "4", "9", "", "2", "2"])
    #expect(try store.values("position") == ["1", "2", "", "", "1", "2"])
    #expect(try Set(store.values("course")) == ["Royal Ascot"])
    #expect(try store.values("off_time")[0].contains("14:00"))
    #expect(try Set(store.values("source")) == ["results"])
    #expect(try store.snapshot.rowCount(of: "races") == 2)
  }

  private static let bothHeader =
    "source,race_id,date,off_time,course,number,horse,position,sp,bsp\n"

  /// Rows of one race, by one source and under its own key; a price has its runner's number behind.
  private static func race(_ source: String, _ id: String, _ prices: String...) -> String {
    zip(["Ann", "Bob", "Cat"], 1...).map { horse, number in
      "\(source),\(id),2024-01-06,2024-01-06T14:00:00Z,Ascot,\(number),\(horse),\(number),"
        + prices.map { $0.isEmpty ? "" : "\($0)\(number)" }.joined(separator: ",") + "\n"
    }.joined()
  }

  @Test func `a file may tell a stored race under two keys`() throws {
    let results = Self.race("a", "r1", "3.", ""), prices = Self.race("b", "x1", "", "4.")
    let amended = Self.race("a", "r1", "5.", "")
    for isLinked in [false, true] {
      for file in [amended + prices, prices + amended] {
        let store = TestStore()
        try store.add(Self.bothHeader + results)
        if isLinked { try store.add(Self.bothHeader + prices.replacing("4.", with: "2.")) }
        let imported = try store.add(Self.bothHeader + file)
        #expect(imported.counts == [6, 6, 0, 0] && imported.ambiguousRaces == 0)
        func expect(_ sp: String) throws {
          #expect(try store.values("horse") == ["Ann", "Bob", "Cat"])
          #expect(try store.values("race_id") == ["r1", "r1", "r1"])
          #expect(try store.values("sp") == (1...3).map { "\(sp)\($0)" })
          #expect(try store.values("bsp") == (1...3).map { "4.\($0)" })
        }
        try expect("5.")
        #expect(try store.add(Self.bothHeader + file + "\n").counts == [6, 0, 6, 0])
        // Each source alone still finds its runners.
        try store.add(Self.bothHeader + Self.race("a", "r1", "6.", ""))
        try expect("6.")
        let before = try store.exported()
        _ = try ReplayJob(store: store.path).run()
        #expect(try store.exported() == before)
      }
    }
  }

  @Test func `results give stored prices their names and their course`() throws {
    let (first, second) = (TestStore(), TestStore())
    try first.add(Self.results)
    try first.add(Self.prices)
    try second.add(Self.prices)
    let imported = try second.add(Self.results)
    #expect(imported.counts == [6, 6, 0, 0])
    #expect(imported.matchedRaces == 2 && imported.replaced == 5)
    let columns = try first.rows()[0].keys.filter { $0 != "race_id" && $0 != "source" }
    for column in columns.sorted() {
      #expect(try first.values(column) == second.values(column), "\(column)")
    }
    #expect(try second.values("race_id") == ["9.1", "9.1", "9.1", "9.1", "9.2", "9.2"])
  }

  @Test(arguments: [false, true])
  func `either source again changes nothing`(pricesFirst: Bool) throws {
    let store = TestStore()
    let files = pricesFirst ? [Self.prices, Self.results] : [Self.results, Self.prices]
    for text in files { try store.add(text) }
    let before = try (store.exported(), store.exported("race_links"))
    for (index, text) in (files + files.reversed() + files).enumerated() {
      // Other bytes, so that the file is not known as such.
      let again = try store.add(text + String(repeating: "\n", count: 1 + index))
      #expect(again.counts == [again.rowsRead, 0, again.rowsRead, 0])
      #expect(again.matchedRaces == 2 && again.disagreements == 0)
    }
    #expect(try store.exported() == before.0 && store.exported("race_links") == before.1)
  }

  private static let header = "source,race_id,date,off_time,course,country,horse,position,bsp\n"

  /// A race of four runners, which results place and the exchange prices.
  private static func race(
    _ source: String, _ day: String, off: String, course: String = "Ellerslie",
    horses: [String] = ["Ann", "Bea", "Cat", "Dot"]
  ) -> String {
    header
      + horses.enumerated().map { index, horse in
        let told = source == "results" ? "\(index + 1)," : ",\(index + 2)"
        return "\(source),\(source)-1,\(day),\(off),\(course),,\(horse),\(told)\n"
      }.joined()
  }

  /// A race near midnight: sources take the day of the course, or that of another clock.
  @Test(arguments: [
    ("2024-05-01", "2024-04-30"), ("2024-04-30", "2024-05-01"), ("2024-05-02", "2024-05-01"),
    ("2024-12-31", "2025-01-01"),
  ])
  func `one off on two days beside each other is one race`(first: String, second: String) throws {
    let off = "2024-04-30T22:40:00Z"
    for sources in [["results", "exchange"], ["exchange", "results"]] {
      let store = TestStore()
      try store.add(Self.race(sources[0], first, off: off))
      let file = try store.add(Self.race(sources[1], second, off: off))
      #expect(file.matchedRaces == 1 && file.ambiguousRaces == 0 && file.counts == [4, 4, 0, 0])
      let rows = try store.rows()
      #expect(rows.count == 4 && Set(rows.map { $0["race_id"]! }) == ["\(sources[0])-1"])
      #expect(rows.map { $0["position"] } == ["1", "2", "3", "4"])
      #expect(rows.map { $0["bsp"] } == ["2", "3", "4", "5"])
      // Each again, with other bytes, changes nothing.
      for (source, day) in zip(sources, [first, second]) {
        let again = try store.add(Self.race(source, day, off: off) + "\n")
        #expect(again.counts == [4, 0, 4, 0], "\(source)")
      }
    }
  }

  @Test func `the same runners on the day beside are ambiguous where an off is unknown`() throws {
    let store = TestStore()
    try store.add(Self.race("results", "2024-05-01", off: ""))
    let prices = Self.race("exchange", "2024-04-30", off: "2024-04-30T22:40:00Z")
    #expect(try store.add(prices).ambiguousRaces == 1)
    #expect(
      try store.rejects().first?.detail
        == "found the stored race results-1 (results) of 2024-05-01 at this course, with 4 of 4 "
        + "runners by these names; expected 2024-04-30, or off times in both")
    let elsewhere = Self.race("exchange", "2024-04-30", off: "", course: "Ascot")
    #expect(try store.add(elsewhere).counts == [4, 4, 0, 0])
  }

  @Test func `other times, runners or days apart are races of their own`() throws {
    let off = "2024-05-01T22:40:00Z"
    for race in [
      Self.race("exchange", "2024-04-30", off: "2024-04-30T22:40:00Z"),
      Self.race("exchange", "2024-04-29", off: off),
    ] {
      let store = TestStore()
      try store.add(Self.race("results", "2024-05-01", off: off))
      let file = try store.add(race)
      #expect(file.counts == [4, 4, 0, 0] && file.matchedRaces == 0)
    }
    let store = TestStore()
    try store.add(Self.race("results", "2024-05-01", off: off))
    let strangers = Self.race("exchange", "2024-04-30", off: off, horses: ["Eve", "Fay", "Gil"])
    #expect(try store.add(strangers).ambiguousRaces == 1)
  }

  @Test(arguments: [
    ("Extr", "Exeter", true), ("Exeter", "Extr", true), ("Nwbry", "Newbury", true),
    ("xtr", "Exeter", false), ("Ex", "Exeter", false), ("Exter", "Etexer", false),
  ])
  func `an abbreviation of the course serves where off and runners agree`(
    stored: String, own: String, isOne: Bool
  ) throws {
    let off = "2024-05-01T14:40:00Z"
    let store = TestStore()
    try store.add(Self.race("results", "2024-05-01", off: off, course: stored))
    let file = try store.add(Self.race("exchange", "2024-05-01", off: off, course: own))
    #expect(file.matchedRaces == (isOne ? 1 : 0) && file.ambiguousRaces == (isOne ? 0 : 1))
    let later = TestStore()
    try later.add(Self.race("results", "2024-05-01", off: off, course: stored))
    let other = Self.race("exchange", "2024-05-01", off: "2024-05-01T15:10:00Z", course: own)
    #expect(try later.add(other).ambiguousRaces == 1)
  }
}
