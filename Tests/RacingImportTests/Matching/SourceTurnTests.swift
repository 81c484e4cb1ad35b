import RacingExport
import RacingImport
import TestSupport
import Testing

/// Files whose rows are of several sources, imported as if each source had a file of its own.
struct SourceTurnTests {
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
      Self.race("b", "x1", "2024-01-05", off, price: 3)
      + Self.race("a", "r1", "2024-01-05", off, price: 2)
    let imported = try store.add(Self.header + rows.joined())
    #expect(imported.counts == [6, 6, 0, 0] && imported.matchedRaces == 1)
    #expect(try store.values("race_id") == ["r1", "r1", "r1"])
    #expect(try store.values("date") == Array(repeating: "2024-01-05", count: 3))
    #expect(try store.values("bsp") == ["4.1", "4.2", "4.3"])
  }

  /// Races of three sources that each tell a part of them under keys of their own, as rows in any
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

  @Test func `sources beyond the turns of a file are refused, and taken by a retry`() throws {
    let store = TestStore()
    let rows = (0..<53).flatMap { number in
      Self.race("s\(number)", "r\(number)", "2024-01-05", "2024-01-05T14:00:00Z", price: 2)
    }
    let imported = try store.add(Self.header + rows.joined())
    #expect(imported.rowsRead == 159 && imported.rejected == 9)
    #expect(imported.matchedRaces == 49 && imported.ambiguousRaces == 3)
    #expect(try store.values("race_id") == ["r0", "r0", "r0"])
    let refused = try store.rejects()
    #expect(refused.count == 9 && refused.allSatisfy { $0.reason == "ambiguous_race" })
    #expect(
      refused[0].detail
        == "found more than 50 sources in this file with its runners, or its course and time; "
        + "expected fewer; railbird rejects --retry takes further ones")
    let retried = try RetryJob(store: store.path, importID: imported.id, now: 1).run()
    #expect(retried?.rejected == 0 && retried?.matchedRaces == 3)
    #expect(try store.values("race_id") == ["r0", "r0", "r0"])
    #expect(try store.rejects().isEmpty)
  }

  /// A file may name another source in each of its races: those that share nothing take one turn.
  @Test func `races of other days, courses and runners need no turns`() throws {
    let store = TestStore()
    let rows = (0..<300).flatMap { number in
      Self.race(
        "s\(number)", "r\(number)", "2024-01-\(10 + number / 20)",
        "2024-01-\(10 + number / 20)T1\(number % 4):00:00Z", course: "Course\(number % 20)",
        horses: ["Ann\(number)", "Bob\(number)", "Cat\(number)"], price: 2)
    }
    let imported = try store.add(Self.header + rows.joined())
    #expect(imported.counts == [900, 900, 0, 0] && imported.matchedRaces == 0)
  }
}
