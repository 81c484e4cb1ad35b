import ColumnStore
import ImportHistory
import RacingExport
import TestSupport
import Testing

/// Files whose rows are of several sources, imported as if each source had a file of its own.
struct FileSourceTests {
  private static let header =
    "source,race_id,date,off_time,course,number,horse,position,sp,bsp\n"

  /// Rows of one race by one source, whose prices begin with a number of its own.
  private static func race(
    _ source: String, _ id: String, _ day: String, _ off: String, course: String = "Ascot",
    horses: [String] = ["Ann", "Bob", "Cat"], price: Int
  ) -> [String] {
    zip(horses, 1...).map { horse, number in
      let prices = price % 2 == 0 ? "\(price + 1).\(number)," : ",\(price + 1).\(number)"
      return "\(source),\(id),\(day),\(off),\(course),\(number),\(horse),\(number),\(prices)\n"
    }
  }

  @Test(arguments: [
    ("2024-01-05", "2024-01-05"), ("2024-01-31", "2024-02-01"), ("2024-02-01", "2024-01-31"),
  ])
  func `a race that two sources of a first file tell is one`(first: String, second: String) throws {
    let off = "2024-01-31T23:30:00Z"
    let one = Self.race("a", "r1", first, off, price: 2)
    let other = Self.race("b", "x1", second, off, price: 3)
    let mixed = zip(one, other).flatMap { [$0, $1] }
    for (rows, id) in [(one + other, "r1"), (other + one, "x1"), (mixed, "r1")] {
      for threads in [1, 4] {
        let store = TestStore()
        let file = try store.file(Self.header + rows.joined())
        let imported = try store.add([file], threads: threads)[0]
        #expect(imported.counts == [6, 6, 0, 0] && imported.replaced == 3)
        #expect(imported.matchedRaces == 1 && imported.ambiguousRaces == 0)
        #expect(try store.values("race_id") == [id, id, id])
        #expect(try store.values("horse") == ["Ann", "Bob", "Cat"])
        #expect(try store.values("sp") == ["3.1", "3.2", "3.3"])
        #expect(try store.values("bsp") == ["4.1", "4.2", "4.3"])
        let before = try store.exported()
        _ = try ReplayJob(store: store.path).run()
        #expect(try store.exported() == before)
        _ = try UndoJob(store: store.path, importID: imported.id, now: 1).run()
        #expect(try store.snapshot.rowCount(of: "runners") == 0)
        #expect(try store.snapshot.rowCount(of: "race_links") == 0)
      }
    }
  }

  @Test func `a race that a file moves is compared where it is then`() throws {
    let store = TestStore()
    let off = "2024-01-05T14:00:00Z"
    try store.add(Self.header + Self.race("a", "r1", "2024-03-09", "", price: 2).joined())
    let rows =
      Self.race("a", "r1", "2024-01-05", off, price: 2)
      + Self.race("b", "x1", "2024-01-05", off, price: 3)
    let imported = try store.add(Self.header + rows.joined())
    #expect(imported.counts == [6, 6, 0, 0] && imported.matchedRaces == 1)
    #expect(try store.values("race_id") == ["r1", "r1", "r1"])
    #expect(try store.values("date") == Array(repeating: "2024-01-05", count: 3))
    #expect(try store.values("bsp") == ["4.1", "4.2", "4.3"])
  }

  /// Races of three sources that each have a part of them under keys of their own, as rows in any
  /// order within a month.
  private static func races(_ random: inout SeededGenerator) -> [String: [[String]]] {
    var told: [String: [[String]]] = [:]
    for number in 0..<40 {
      let day = "2024-0\(1 + number / 20)-\(10 + number % 20 / 4)"
      let course = ["Ascot", "York"][number % 2]
      let off = "\(day)T1\(3 + number % 4):00:00Z"
      let horses = (0..<4).map { "Horse\(number)x\($0)" }
      for (place, source) in ["a", "b", "c"].enumerated()
      where Int.random(in: 0..<3, using: &random) > 0 {
        let known = horses.prefix(Int.random(in: 3...4, using: &random))
        told[source, default: []].append(
          race(
            source, "\(source)\(number)", day, off, course: course, horses: Array(known),
            price: 2 + place))
      }
    }
    return told
  }

  @Test(arguments: 1...5)
  func `a file of several sources is as good as a file of each`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let told = Self.races(&random)
    let sources = told.keys.sorted()
    let (apart, together) = (TestStore(), TestStore())
    let files = try sources.map { try apart.add(Self.header + told[$0]!.joined().joined()) }
    // By month, so that the file could be read month by month.
    let races = sources.flatMap { told[$0]! }
    let rows = ["2024-01", "2024-02"].flatMap { month in
      races.filter { $0[0].contains(month) }.joined()
    }
    let imported = try together.add(Self.header + rows.joined())
    #expect(imported.stored == files.reduce(0) { $0 + $1.stored })
    #expect(imported.replaced == files.reduce(0) { $0 + $1.replaced })
    #expect(imported.matchedRaces == files.reduce(0) { $0 + $1.matchedRaces })
    #expect(imported.rejected == 0 && imported.ambiguousRaces == 0)
    #expect(try together.exported() == apart.exported())
    func links(_ store: TestStore) throws -> [[String: String]] {
      try store.rows("race_links").map { $0.filter { $0.key != "import_id" } }
    }
    #expect(try links(together) == links(apart))
    #expect(try together.snapshot.rowCount(of: "race_links") == imported.matchedRaces)

    // An export has rows of all sources, and comes back as it was.
    let copy = TestStore()
    let path = copy.newPath("csv")
    try ExportJob(try together.snapshot).write("runners", to: path, as: .csv)
    #expect(try copy.add([path], format: "railbird")[0].matchedRaces == 0)
    #expect(try copy.exported() == together.exported())
  }

  @Test func `rows of more than 100 sources are refused, and taken by a retry`() throws {
    let store = TestStore()
    let rows = (0..<103).flatMap { number in
      Self.race(
        "s\(number)", "r\(number)", "2024-01-\(10 + number % 9)", "", course: "Course\(number / 9)",
        horses: ["A", "B", "C"].map { $0 + "\(number)" },
        price: 2)
    }
    let imported = try store.add(Self.header + rows.joined())
    #expect(imported.counts == [309, 300, 0, 9] && imported.reasons == ["source": 9])
    #expect(
      try store.rejects()[0].detail
        == "found one more source than 100 in this file; expected the name of the source of the "
        + "races, such as results or exchange")
    let retried = try RetryJob(store: store.path, importID: imported.id, now: 1).run()
    #expect(retried?.counts == [9, 9, 0, 0])
    #expect(try store.rejects().isEmpty)
  }

  private static let shortHeader = "source,race_id,date,off_time,race_no,course,number,horse,"

  /// Files whose sources depend on each other's races: each equals a file of its own per source.
  @Test(arguments: [
    // The second source leads, on another day, and does not name the first runner.
    """
    cards,r1,2024-01-31,2024-01-31T23:30:00Z,,Ascot,1,Abe,,Good
    cards,r1,2024-01-31,2024-01-31T23:30:00Z,,Ascot,2,Bob,,Good
    cards,r1,2024-01-31,2024-01-31T23:30:00Z,,Ascot,3,Cat,,Good
    results,x1,2024-02-01,2024-01-31T23:30:00Z,,Ascot,2,Bob,1,Heavy
    results,x1,2024-02-01,2024-01-31T23:30:00Z,,Ascot,3,Cat,2,Heavy
    """,
    // A source is named first by another race.
    """
    b,bx,2024-01-05,2024-01-05T14:00:00Z,,Ascot,1,Ann,1,
    b,bx,2024-01-05,2024-01-05T14:00:00Z,,Ascot,2,Bob,2,
    a,a0,2024-01-07,2024-01-07T14:00:00Z,,Ascot,1,Foo,1,Heavy
    c,cx,2024-01-05,2024-01-05T14:00:00Z,,Ascot,1,Ann,1,Firm
    c,cx,2024-01-05,2024-01-05T14:00:00Z,,Ascot,2,Bob,2,Firm
    a,ax,2024-01-05,2024-01-05T14:00:00Z,,Ascot,1,Ann,1,Soft
    a,ax,2024-01-05,2024-01-05T14:00:00Z,,Ascot,2,Bob,2,Soft
    """,
    // The third source's race is like the first's by what the second says about it.
    """
    a,r1,2024-01-05,,3,Sha Tin,1,Ann,1,
    a,r1,2024-01-05,,3,Sha Tin,2,Bob,2,
    b,x1,2024-01-05,2024-01-05T14:00:00Z,3,Sha Tin,1,Ann,1,
    b,x1,2024-01-05,2024-01-05T14:00:00Z,3,Sha Tin,2,Bob,2,
    c,y1,2024-01-05,2024-01-05T14:00:00Z,,沙田,1,甲,1,
    c,y1,2024-01-05,2024-01-05T14:00:00Z,,沙田,2,乙,2,
    """,
    // Two sources have a race under one key, and differ.
    """
    a,r1,2024-01-05,,3,Ascot,1,Ann,1,Good
    a,r1,2024-01-05,,3,Ascot,2,Bob,2,Good
    b,r1,2024-01-06,,3,Ascot,2,Bob,1,Soft
    """,
  ])
  func `sources that depend on each other come one after the other`(text: String) throws {
    let header = Self.shortHeader + "position,going\n"
    let lines = text.split(separator: "\n")
    let (apart, together) = (TestStore(), TestStore())
    var sources: [Substring] = []
    for line in lines {
      let source = line.prefix { $0 != "," }
      if !sources.contains(source) { sources.append(source) }
    }
    var rejected = 0
    for source in sources {
      let own = lines.filter { $0.hasPrefix(source + ",") }.joined(separator: "\n")
      rejected += try apart.add(header + own + "\n").rejected
    }
    let imported = try together.add(header + text + "\n")
    #expect(imported.rejected == rejected)
    #expect(try together.exported() == apart.exported())
    #expect(try together.exported("races") == apart.exported("races"))
    #expect(try Verification(store: together.path).damages.isEmpty)
    #expect(imported.doubts.isEmpty)
  }

  @Test func `dividends of several sources come one after the other`() throws {
    let dividends = """
      source,race_id,date,pool,combination,dividend
      b,x1,2024-01-05,win,1,4.5
      a,r1,2024-01-05,win,1,3.5

      """
    let yaml = StoreHistory.mapping.replacing(
      "dividend: {column: dividend}",
      with: "dividend: {column: dividend}\n      source: {column: source}")
    let store = TestStore()
    let off = "2024-01-05T14:00:00Z"
    try store.add(Self.header + Self.race("a", "r1", "2024-01-05", off, price: 2).joined())
    try store.add(Self.header + Self.race("b", "x1", "2024-01-05", off, price: 3).joined())
    #expect(try store.add(dividends, yaml: yaml).counts == [2, 1, 1, 0])
    #expect(
      try store.rows("dividends").map { $0["race_id"]! + " " + $0["dividend"]! } == ["r1 4.5"])
  }
}
